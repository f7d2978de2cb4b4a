// Stillroom's own icons: paths on a 16 × 16 grid, drawn as 1.5 px strokes in the colour of the text.
export const icons = {
	add: 'M8 3v10M3 8h10',
	alert: 'M8 2.5 14.5 13.5h-13zM8 6.5v3.2M8 11.6v.1',
	arrowDown: 'M8 3v10M4 9l4 4 4-4',
	arrowUp: 'M8 13V3M4 7l4-4 4 4',
	bin: 'M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.6 9h5.8l.6-9M6.8 7v4M9.2 7v4',
	box: 'M2.5 5 8 2.2 13.5 5v6L8 13.8 2.5 11zM2.5 5 8 7.8 13.5 5M8 7.8v6',
	calendar: 'M2.5 4h11v9.5h-11zM2.5 7h11M5.5 2.5V5M10.5 2.5V5',
	check: 'M3 8.5 6.5 12 13 4.5',
	chevronDown: 'M4 6l4 4 4-4',
	chevronNext: 'M6 4l4 4-4 4',
	clipboard: 'M5.5 3.5h-2v10.2h9V3.5h-2M5.5 2.3h5v2.4h-5zM6 8h4M6 10.6h4',
	clock: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM8 4.8V8l2.4 1.6',
	close: 'M4 4l8 8M12 4l-8 8',
	download: 'M8 2.5v7.5M4.8 7 8 10.2 11.2 7M3 13h10',
	edit: 'M3 13l.7-3L10.8 3l2.3 2.3L6 12.3z',
	eye: 'M1.8 8S4 3.8 8 3.8 14.2 8 14.2 8 12 12.2 8 12.2 1.8 8 1.8 8zM8 6.3a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4z',
	filter: 'M2.5 3.5h11L9.4 8.4v4.6l-2.8-1.4V8.4z',
	flag: 'M4 14V2.5M4 3h8.5L10.5 6l2 3H4',
	sliders:
		'M2.5 5h5M12 5h1.5M9.7 3a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM2.5 11H4M8.5 11h5M6.3 9a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
	info: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM8 7.3v3.7M8 5v.1',
	more: 'M3.5 7.6a.4.4 0 1 0 0 .8.4.4 0 0 0 0-.8zM8 7.6a.4.4 0 1 0 0 .8.4.4 0 0 0 0-.8zM12.5 7.6a.4.4 0 1 0 0 .8.4.4 0 0 0 0-.8z',
	note: 'M3 2.5h10v7.5L10 13.5H3zM13 10h-3v3.5M5.5 5.5h5M5.5 8h3',
	outbox: 'M2.5 9v4h11V9M2.5 9h3.2l.8 1.5h3L10.3 9h3.2M8 8V2.5M5.5 5 8 2.5 10.5 5',
	person:
		'M8 2.5a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4zM2.8 13.5c.5-2.6 2.6-4 5.2-4s4.7 1.4 5.2 4',
	place:
		'M8 14s4.7-4.3 4.7-7.7A4.7 4.7 0 0 0 3.3 6.3C3.3 9.7 8 14 8 14zM8 4.8a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2z',
	print: 'M4.5 6V2.5h7V6M4.5 11.5h-2V6h11v5.5h-2M4.5 9.5h7v4h-7z',
	refresh: 'M13 5.5A5.5 5.5 0 0 0 3 6M3 2.8V6h3.2M3 10.5a5.5 5.5 0 0 0 10-.5M13 13.2V10H9.8',
	scan: 'M2.5 5V2.8h2.3M11.2 2.8h2.3V5M13.5 11v2.2h-2.3M4.8 13.2H2.5V11M5 5.5v5M7.2 5.5v5M9 5.5v5M11 5.5v5',
	search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10.3 10.3 13.5 13.5',
	sound: 'M2.5 6v4H5l3.5 3V3L5 6zM10.8 5.9a3 3 0 0 1 0 4.2M12.6 4.1a5.5 5.5 0 0 1 0 7.8',
	transfer: 'M2.5 5.5h10M10 3l2.5 2.5L10 8M13.5 10.5h-10M6 8l-2.5 2.5L6 13',
	undo: 'M3 6.5h6.5a3.5 3.5 0 0 1 0 7H6M3 6.5 6 3.5M3 6.5l3 3',
} as const;

export type IconName = keyof typeof icons;
