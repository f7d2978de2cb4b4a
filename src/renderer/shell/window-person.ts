// The person at this window, until it closes. A name chosen here does not change another window.
const key = 'stillroom person';

/** null until somebody is chosen. */
export const personAtWindow = (): string | null => sessionStorage.getItem(key);

export const rememberPerson = (person: string): void => {
	sessionStorage.setItem(key, person);
};
