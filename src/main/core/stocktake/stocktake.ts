// Counting: open a count, fill its sheet, review variances, submit. All of it works offline.
import type { CoreContext, Handlers } from '../context.ts';
import { approvingCalls } from './approving.ts';
import { arrangingCalls } from './arranging.ts';
import { CountDesk } from './count-desk.ts';
import type { PresentCounters } from './counters.ts';
import type { CountCutOff } from './cut-off.ts';
import { openingCalls } from './opening.ts';
import { unknownCodeCalls } from './unknown-codes.ts';
import { recountingCalls } from './recounting.ts';
import { CountReview, reviewCalls } from './review.ts';
import { sheetCalls } from './sheet.ts';
import { submittingCalls } from './submitting.ts';

export function stocktakeCapability(
	context: CoreContext,
	cutOff: Pick<CountCutOff, 'left'>,
	present: PresentCounters,
): Handlers<'stocktake'> {
	const desk = new CountDesk(context);
	const review = new CountReview(desk);
	return {
		...openingCalls(desk),
		...sheetCalls(desk, review, present),
		...arrangingCalls(desk),
		...unknownCodeCalls(desk),
		...reviewCalls(desk, review),
		...recountingCalls(desk, review),
		...approvingCalls(desk, review),
		...submittingCalls(desk, review, cutOff),
	};
}
