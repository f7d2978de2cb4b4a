// Serves the built screens to the window and the browser: maps paths to files and sets the security headers.
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

/** The build inlines nothing (vite.config.ts), so no source needs `unsafe-inline`. */
const contentSecurityPolicy = [
	"default-src 'none'",
	"script-src 'self'",
	// The thread that reads an imported file.
	"worker-src 'self'",
	"style-src 'self'",
	"img-src 'self' data: blob:",
	"font-src 'self'",
	"connect-src 'self'",
	"base-uri 'none'",
	"form-action 'none'",
	"frame-ancestors 'none'",
].join('; ');

export const pageHeaders = {
	'content-security-policy': contentSecurityPolicy,
	'x-content-type-options': 'nosniff',
	'referrer-policy': 'no-referrer',
	'cross-origin-opener-policy': 'same-origin',
	'cross-origin-resource-policy': 'same-origin',
} as const;

const types: Readonly<Record<string, string>> = {
	'.html': 'text/html; charset=utf-8',
	'.js': 'text/javascript; charset=utf-8',
	'.css': 'text/css; charset=utf-8',
	'.svg': 'image/svg+xml',
	'.png': 'image/png',
	'.ico': 'image/x-icon',
	'.woff2': 'font/woff2',
	'.json': 'application/json',
	'.map': 'application/json',
	'.webmanifest': 'application/manifest+json',
};

interface ScreenFile {
	status: 200 | 404;
	headers: Readonly<Record<string, string>>;
	body: Buffer;
}

export type Screens = (path: string) => Promise<ScreenFile>;

/** @returns the file at a percent-encoded URL path; 404 for paths that leave the folder or are ambiguous */
export function openScreens(folder: string): Screens {
	return async (path) => {
		const name = fileName(path);
		const type = name === null ? undefined : types[extname(name)];
		if (name === null || type === undefined) return notFound;
		try {
			return {
				status: 200,
				headers: { ...pageHeaders, 'content-type': type, 'cache-control': cacheControl(name) },
				body: await readFile(join(folder, name)),
			};
		} catch (error) {
			if (isMissing(error)) return notFound;
			throw error;
		}
	};
}

const notFound: ScreenFile = {
	status: 404,
	headers: { ...pageHeaders, 'content-type': 'text/plain; charset=utf-8' },
	body: Buffer.from('Not found'),
};

function fileName(path: string): string | null {
	if (path === '/') return 'index.html';
	let decoded: string;
	try {
		decoded = decodeURIComponent(path);
	} catch {
		return null;
	}
	const segments = decoded.split('/').slice(1);
	// An allowlist: no leading dot, so no `..`, and no backslash, drive letter or second encoding.
	return segments.every((segment) => /^[\w-][\w.-]*$/.test(segment)) ? segments.join('/') : null;
}

/** Vite puts a content hash into the names in assets/; the page itself is always revalidated. */
const cacheControl = (name: string) =>
	name.startsWith('assets/') ? 'private, max-age=31536000, immutable' : 'no-cache';

const isMissing = (error: unknown) =>
	error instanceof Error &&
	'code' in error &&
	['ENOENT', 'EISDIR', 'ENOTDIR', 'ENAMETOOLONG'].includes(String(error.code));
