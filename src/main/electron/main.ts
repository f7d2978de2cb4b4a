// The entry of the desktop program, and the only file of the main process that imports Electron's values.
import process from 'node:process';
import {
	app,
	autoUpdater,
	BrowserWindow,
	crashReporter,
	dialog,
	ipcMain,
	Menu,
	nativeImage,
	net,
	powerMonitor,
	protocol,
	safeStorage,
	session,
	shell,
	utilityProcess,
} from 'electron';
import { startProgram } from './program.ts';

const parts = {
	app,
	autoUpdater,
	BrowserWindow,
	crashReporter,
	dialog,
	ipcMain,
	Menu,
	nativeImage,
	net,
	powerMonitor,
	protocol,
	safeStorage,
	session,
	shell,
	utilityProcess,
};
void startProgram(parts, { args: process.argv.slice(1), resources: process.resourcesPath });
