// Opens links in the person's browser. Only https: other schemes could start a program on this PC.
import type { Shell } from 'electron';
import type { Log } from '../core/ports.ts';

export const outsideOpener =
	(shell: Pick<Shell, 'openExternal'>, log: Log) =>
	(address: string): void => {
		const url = URL.parse(address);
		if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') {
			log.warn('An address was not opened outside', { protocol: url?.protocol });
			return;
		}
		shell.openExternal(url.href).catch((error: unknown) => {
			log.warn('The system opened no browser', { error });
		});
	};
