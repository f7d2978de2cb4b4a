// Results of the service check for an account: the last report, and the answers the outbox relies on.
import type { TextLength } from '../../../shared/domain/shown-text.ts';
import {
	learnableFlags,
	type LearnableFlag,
	type LearnedBehaviour,
} from '../../../shared/service/behaviour.ts';
import {
	documentKinds,
	type DocumentKind,
	type ServiceProfile,
} from '../../../shared/service/profile.ts';
import { observedTable } from './observed.ts';
import type { Sqlite } from './open.ts';

export interface LearnedFlag {
	flag: LearnableFlag;
	document: DocumentKind;
	holds: boolean;
	/** The field that was tried, for `keepsReferences`. */
	field: string;
	/** Length of the text that came back with its reference; undefined if none did. */
	kept?: TextLength | undefined;
}

interface FlagRow {
	flag: string;
	document: string;
	field: string;
	holds: number;
}

export type ServiceChecks = ReturnType<typeof serviceChecks>;

export function serviceChecks(db: Sqlite) {
	const flags = db.prepare<[string], FlagRow>(
		'SELECT flag, document, field, holds FROM capability_flag WHERE account_id = ?',
	);
	const last = db.prepare<[string], { at: number; report: string }>(
		'SELECT at, report FROM service_check WHERE account_id = ?',
	);
	const putReport = db.prepare<[{ accountId: string; at: number; report: string }]>(
		`INSERT INTO service_check (account_id, at, report) VALUES (@accountId, @at, @report)
		 ON CONFLICT (account_id) DO UPDATE SET at = excluded.at, report = excluded.report`,
	);
	const putFlag = db.prepare<[FlagRow & { accountId: string; at: number }]>(
		`INSERT INTO capability_flag (account_id, flag, document, field, holds, learned_at)
		 VALUES (@accountId, @flag, @document, @field, @holds, @at)
		 ON CONFLICT (account_id, flag, document) DO UPDATE
		 SET field = excluded.field, holds = excluded.holds, learned_at = excluded.learned_at`,
	);

	const observed = observedTable(db);

	return {
		last: (accountId: string) => last.get(accountId) ?? null,

		/** An answer about a field counts only while the profile names that field. */
		learned(accountId: string, profile: Pick<ServiceProfile, 'reference'>): LearnedBehaviour {
			const learned: { [Flag in LearnableFlag]?: Partial<Record<DocumentKind, boolean>> } = {};
			for (const row of flags.all(accountId)) {
				const flag = learnableFlags.find((each) => each === row.flag);
				const document = documentKinds.find((each) => each === row.document);
				if (flag === undefined || document === undefined) continue;
				if (flag === 'keepsReferences' && row.field !== profile.reference[document]) continue;
				learned[flag] = { ...learned[flag], [document]: row.holds === 1 };
			}
			return learned;
		},

		/** Replaces the report and adds its answers; open questions keep their earlier answers. */
		keep(accountId: string, at: number, report: string, learned: readonly LearnedFlag[]): void {
			db.transaction(() => {
				putReport.run({ accountId, at, report });
				for (const flag of learned) {
					const { flag: name, document, field, holds, kept } = flag;
					putFlag.run({ accountId, at, flag: name, document, field, holds: holds ? 1 : 0 });
					// The new check overrides earlier observations.
					observed.restore(accountId, document, name);
					if (kept !== undefined) observed.keptText(accountId, document, field, kept);
				}
			}).immediate();
		},
	};
}
