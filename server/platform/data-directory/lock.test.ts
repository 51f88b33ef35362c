import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DataDirectoryInUse, lockDataDirectory } from './lock.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carefold-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('the data folder', () => {
  it('has one owner at a time', () => {
    const lock = lockDataDirectory(folder)
    expect(() => lockDataDirectory(folder)).toThrow(DataDirectoryInUse)
    expect(() => lockDataDirectory(folder)).toThrow(`in use by process ${process.pid}`)
    lock.release()
    lockDataDirectory(folder).release()
    expect(existsSync(join(folder, 'lock'))).toBe(false)
  })

  it('is taken over from an owner that was killed', async () => {
    const child = spawn('sleep', ['30'])
    const gone = new Promise((resolve) => child.on('exit', resolve))
    child.kill('SIGKILL')
    await gone
    writeFileSync(join(folder, 'lock'), `${child.pid} 123\n`)
    lockDataDirectory(folder).release()
  })

  it('is taken over from an owner that is being killed at this moment', async () => {
    const script = 'globalThis.memory = Buffer.alloc(200_000_000, 1); process.stdout.write("ready")'
    const child = spawn(process.execPath, ['-e', `${script}; setInterval(() => {}, 1000)`])
    await once(child.stdout, 'data')
    writeFileSync(join(folder, 'lock'), `${child.pid} \n`)
    expect(() => lockDataDirectory(folder)).toThrow(DataDirectoryInUse)
    child.kill('SIGKILL')
    lockDataDirectory(folder).release()
  })

  it('is taken over when the owner’s process id now belongs to another process', () => {
    writeFileSync(join(folder, 'lock'), `${process.pid} 1\n`)
    lockDataDirectory(folder).release()
  })

  it('is taken over from an empty lock file', () => {
    writeFileSync(join(folder, 'lock'), '')
    lockDataDirectory(folder).release()
  })

  it('has one owner when eight processes take over the same stale lock at once', async () => {
    writeFileSync(join(folder, 'lock'), `${process.pid} 1\n`)
    const script = `
      import { lockDataDirectory } from '${new URL('./lock.ts', import.meta.url).href}'
      process.stdin.once('data', () => {
        try { lockDataDirectory(process.argv[1]); process.stdout.write('owner') } catch { process.stdout.write('other') }
      }).once('end', () => process.exit())
      process.stdout.write('ready ')`
    const racers = Array.from({ length: 8 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', script, folder]),
    )
    const said = await Promise.all(
      racers.map(async ({ stdout }) => {
        await once(stdout, 'data')
        return { next: () => once(stdout, 'data').then(([text]) => String(text)) }
      }),
    )
    const answers = said.map(({ next }) => next())
    for (const { stdin } of racers) stdin.write('go')
    expect((await Promise.all(answers)).filter((answer) => answer === 'owner')).toHaveLength(1)
    await Promise.all(
      racers.map((racer) => {
        racer.stdin.end()
        return once(racer, 'exit')
      }),
    )
  })
})
