// Opens the playground in Chromium, from disk, and plays it.
//
//   node page_test.mjs page.html folder-for-pictures native-results recording file-for-the-lines-of-the-code-drawer

import { readFileSync } from 'node:fs';

import { Browser, desktop } from './browser.mjs';
import { testDevices } from './devices.mjs';
import { testFiles } from './files.mjs';
import { testCode, testEmbedded, testFaults, testGallery, testLink, testPuzzles } from './gallery.mjs';
import { testKeys, testMouse } from './hands.mjs';
import { testFit, testLegend, testMaterials, testNumbers, testWords } from './look.mjs';
import { testFirstSight, testScenes, testStage } from './scenes.mjs';

const [page, pictures, native, recording, lines] = process.argv.slice(2);
const browser = await Browser.start(page, pictures);
const tab = await browser.open({ viewport: desktop });
await testFirstSight(browser, tab);
await testScenes(browser, tab, readFileSync(native, 'utf8').trim().split('\n'));
await testStage(browser, tab);
await testLegend(browser, tab);
await testMaterials(browser, tab);
await testFit(browser);
await testWords(browser);
await testNumbers(browser, tab);
await testKeys(browser, tab);
await testMouse(browser, tab);
await testDevices(browser);
await testFiles(browser, tab, recording);
await testGallery(browser, tab);
await testCode(browser, tab, lines);
await testPuzzles(browser, tab);
await testLink(browser);
await testFaults(browser);
await testEmbedded(browser);
await browser.close();
console.log(browser.faults === 0 ? 'The playground plays.' : `${browser.faults} faults`);
process.exitCode = browser.faults === 0 ? 0 : 1;
