// The standard menu in the person's language. The program's own commands are in the screens.
import type { Menu, MenuItemConstructorOptions } from 'electron';
import type { Settings } from '../../shared/bridge/app.ts';

type Language = Settings['language'];

const words = {
	en: {
		file: 'File',
		quit: 'Quit Stillroom',
		edit: 'Edit',
		undo: 'Undo',
		redo: 'Redo',
		cut: 'Cut',
		copy: 'Copy',
		paste: 'Paste',
		selectAll: 'Select all',
		view: 'View',
		resetZoom: 'Actual size',
		zoomIn: 'Larger',
		zoomOut: 'Smaller',
		togglefullscreen: 'Full screen',
	},
	ar: {
		file: 'ملف',
		quit: 'إنهاء Stillroom',
		edit: 'تحرير',
		undo: 'تراجع',
		redo: 'إعادة',
		cut: 'قص',
		copy: 'نسخ',
		paste: 'لصق',
		selectAll: 'تحديد الكل',
		view: 'عرض',
		resetZoom: 'الحجم الأصلي',
		zoomIn: 'تكبير',
		zoomOut: 'تصغير',
		togglefullscreen: 'ملء الشاشة',
	},
} as const satisfies Record<Language, Record<string, string>>;

type Role = Exclude<keyof (typeof words)['en'], 'file' | 'edit' | 'view'>;

export function menuTemplate(language: Language): MenuItemConstructorOptions[] {
	const say = words[language];
	const items = (...roles: (Role | null)[]): MenuItemConstructorOptions[] =>
		roles.map((role) => (role === null ? { type: 'separator' } : { role, label: say[role] }));
	return [
		{ label: say.file, submenu: items('quit') },
		{
			label: say.edit,
			submenu: items('undo', 'redo', null, 'cut', 'copy', 'paste', null, 'selectAll'),
		},
		{
			label: say.view,
			submenu: items('resetZoom', 'zoomIn', 'zoomOut', null, 'togglefullscreen'),
		},
	];
}

/** @returns sets the menu if the language has changed */
export function createMenu(
	menu: Pick<typeof Menu, 'buildFromTemplate' | 'setApplicationMenu'>,
): (language: Language) => void {
	let shown: Language | null = null;
	return (language) => {
		if (language === shown) return;
		shown = language;
		menu.setApplicationMenu(menu.buildFromTemplate(menuTemplate(language)));
	};
}
