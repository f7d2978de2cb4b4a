// A work file that somebody opened with the program or dropped on it, until the rescue page takes it.
import type { OpenedFile } from '../../shared/bridge/host-parts.ts';

export class OpenedFiles {
	file = $state.raw<OpenedFile | null>(null);

	take(): OpenedFile | null {
		const { file } = this;
		this.file = null;
		return file;
	}
}
