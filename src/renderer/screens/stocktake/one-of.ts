// Reads what a list of choices gave back, which is any text, as one of the choices.
export const oneOf = <Choice extends string>(
	choices: readonly Choice[],
	value: string,
): Choice | null => choices.find((choice) => choice === value) ?? null;
