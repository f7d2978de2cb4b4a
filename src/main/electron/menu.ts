// The menu in the person's language: the standard parts, and the commands of the screens' palette.
import type { Menu, MenuItemConstructorOptions } from 'electron';
import type { MenuCommand } from '../../shared/bridge/host-parts.ts';
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

interface Commands {
	title: string;
	commands: readonly MenuCommand[];
}

export function menuTemplate(
	language: Language,
	{ title, commands }: Commands,
	choose: (id: string) => void,
): MenuItemConstructorOptions[] {
	const say = words[language];
	const items = (...roles: (Role | null)[]): MenuItemConstructorOptions[] =>
		roles.map((role) => (role === null ? { type: 'separator' } : { role, label: say[role] }));
	return [
		{ label: say.file, submenu: items('quit') },
		...(commands.length === 0
			? []
			: [
					{
						label: title,
						submenu: commands.map(({ id, label, accelerator }) => ({
							label,
							click: () => choose(id),
							// The page hears its keys itself, so the menu only shows them.
							...(accelerator === null ? {} : { accelerator, registerAccelerator: false }),
						})),
					},
				]),
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

export class ProgramMenu {
	readonly #menu: Pick<typeof Menu, 'buildFromTemplate' | 'setApplicationMenu'>;
	readonly #choose: (id: string) => void;
	#language: Language = 'en';
	#commands: Commands = { title: '', commands: [] };
	#shown = '';

	constructor(
		menu: Pick<typeof Menu, 'buildFromTemplate' | 'setApplicationMenu'>,
		choose: (id: string) => void,
	) {
		this.#menu = menu;
		this.#choose = choose;
	}

	setLanguage(language: Language): void {
		this.#language = language;
		this.#show();
	}

	setCommands(title: string, commands: readonly MenuCommand[]): void {
		this.#commands = { title, commands };
		this.#show();
	}

	#show(): void {
		const wanted = JSON.stringify([this.#language, this.#commands]);
		if (wanted === this.#shown) return;
		this.#shown = wanted;
		this.#menu.setApplicationMenu(
			this.#menu.buildFromTemplate(menuTemplate(this.#language, this.#commands, this.#choose)),
		);
	}
}
