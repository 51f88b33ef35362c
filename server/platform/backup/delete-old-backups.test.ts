import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { backUp } from './back-up.ts'
import { backupName, deleteOldBackups, readCount } from './delete-old-backups.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carefold-backups-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('removes only the oldest backups', async () => {
  const nights = [20, 21, 22, 23].map((day) => backupName(new Date(`2026-11-${day}T02:30:00Z`)))
  for (const name of [...nights, 'before the move', '2026-11-19']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, nights[0] ?? '', 'manifest.json'), '{}')
  writeFileSync(join(folder, '2026-11-18T02-30-00'), 'a file')
  symlinkSync(tmpdir(), join(folder, '2026-11-17T02-30-00'))

  expect(await deleteOldBackups(folder, 2)).toEqual(['2026-11-20T02-30-00', '2026-11-21T02-30-00'])

  expect(readdirSync(folder).sort()).toEqual([
    '2026-11-17T02-30-00',
    '2026-11-18T02-30-00',
    '2026-11-19',
    '2026-11-22T02-30-00',
    '2026-11-23T02-30-00',
    'before the move',
  ])
  expect(await deleteOldBackups(folder, 2)).toEqual([])
})

it('reads the number of backups to retain', () => {
  expect([readCount(undefined), readCount(''), readCount('14')]).toEqual([null, null, 14])
  for (const text of ['0', '-1', 'all', '1.5', '14 ']) expect(() => readCount(text)).toThrow('BACKUP_KEEP')
})

it('removes a backup that fails', async () => {
  const data = join(folder, 'data')
  mkdirSync(join(data, 'db'), { recursive: true })
  writeFileSync(join(data, 'encryption-key'), 'a key')
  writeFileSync(join(data, 'db', 'PG_VERSION'), 'not a version')

  await expect(backUp(data, join(folder, 'backup'), { now: new Date(), hasBucket: false })).rejects.toThrow()
  expect(existsSync(join(folder, 'backup'))).toBe(false)
})
