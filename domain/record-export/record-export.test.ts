import { expect, it } from 'vitest'
import { recordFileName, recordPaths } from './record-export.ts'

it.each([
  ['Blood test.pdf', 'files/3-Blood test.pdf'],
  ['../../etc/passwd', 'files/3-_/../etc/passwd'.replaceAll('/../etc/', '_.._etc_')],
  ['C:\\x\u0000.pdf', 'files/3-C__x_.pdf'],
  ['‮fdp.exe', 'files/3-_fdp.exe'],
  ['שלום 🙂.txt', 'files/3-שלום 🙂.txt'],
  [' ', 'files/3-file'],
])('stores %j in the folder of files, whatever its name', (name, path) => {
  expect(recordPaths.file(3, name)).toBe(path)
})

it('names the archive after the clinic and the day, not after the patient', () => {
  expect(recordFileName('sunrise', '2026-03-10')).toBe('record-sunrise-2026-03-10.zip')
})
