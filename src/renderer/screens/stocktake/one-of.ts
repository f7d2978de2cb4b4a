// Narrows the text of a choice list to one of its choices.
export const oneOf = <Choice extends string>(
	choices: readonly Choice[],
	value: string,
): Choice | null => choices.find((choice) => choice === value) ?? null;
