import { expect, test } from 'vitest';
import { virtualClock } from '../../../test/support/virtual-clock.ts';
import { uuidV7 } from '../host/clock.ts';
import { reopening, type OpenedCore, type OpenedData } from './reopening.ts';
import { listCopies, makeCopy, writeCopy } from './store/copies.ts';
import { rescueRecords } from './store/rescue-records.ts';
import { freshFolder } from '../../../test/support/fresh-folder.ts';
import { quietPorts } from '../../../test/support/ports.ts';

const folder = freshFolder();

test('Going back to a copy waits for a running check of the file', async () => {
	let opened: OpenedData | null = null;
	const stopping = Promise.withResolvers<null>();
	const core = reopening((data) => {
		opened = data;
		const first = data.again;
		const said: OpenedCore = {
			call: () => Promise.reject(new Error('Nobody calls.')),
			callUnchecked: () => Promise.reject(new Error('Nobody calls.')),
			start: () => Promise.resolve(),
			suspend: () => undefined,
			resume: () => undefined,
			async stop() {
				if (!first) await stopping.promise;
				data.store.close();
			},
		};
		return said;
	})({
		dataFolder: folder(),
		ports: {
			...quietPorts(),
			clock: virtualClock(),
			newId: uuidV7(() => 0),
		},
	});
	const data = (): OpenedData => {
		if (opened === null) throw new Error('It was not opened.');
		return opened;
	};
	await core.start();
	const { durable } = data().store;
	await makeCopy(durable, folder(), 0, (file) => writeCopy(durable, file, () => Promise.resolve()));
	const { reopen } = data();
	const checked = reopen({ kind: 'check' });
	const restored = reopen({ kind: 'restore', copy: listCopies(folder())[0]!, by: 'Noor' });
	stopping.resolve(null);
	await Promise.all([checked, restored]);
	expect(rescueRecords(data().store.durable).last()).toMatchObject({
		by: 'Noor',
		entry: { kind: 'restored' },
	});
	await core.stop();
});
