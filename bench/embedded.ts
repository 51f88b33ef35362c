import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Database, openEmbedded, openPGlite } from '#server/platform/database/database.ts'
import { ensureMigratedDump } from '#server/platform/database/migrated-pglite.ts'
import { createTransactions } from '#server/platform/database/transactions.ts'
import { silentLogger } from '#server/platform/log.ts'
import { median, table } from './report/ratios.ts'

/**
 * `npm run bench -- embedded`: what it costs that the embedded database runs in a thread of its own, where it can be ended
 * (docs/decisions/0036): the same reads through the thread and in this process, and the time to open the database again.
 */
export async function run(args: string[]): Promise<void> {
  const { values: flags } = parseArgs({
    args,
    options: {
      reads: { type: 'string', default: '1000' },
      rounds: { type: 'string', default: '5' },
    },
  })
  const folder = mkdtempSync(join(tmpdir(), 'carefold-embedded-'))
  const dump = new Blob([new Uint8Array(readFileSync(await ensureMigratedDump()))])
  const here = await openPGlite({ folder: join(folder, 'here'), dump })
  let apart = await openEmbedded({ folder: join(folder, 'apart'), dump }, { log: silentLogger })
  try {
    await apart.becomeLogin()
    const rounds: { inProcess: number; inThread: number; open: number }[] = []
    for (let round = 0; round < Number(flags.rounds); round += 1) {
      const inProcess = await readMs(here, Number(flags.reads))
      const inThread = await readMs(apart, Number(flags.reads))
      await apart.close()
      const since = performance.now()
      apart = await openEmbedded({ folder: join(folder, 'apart') }, { log: silentLogger })
      await apart.becomeLogin()
      rounds.push({ inProcess, inThread, open: performance.now() - since })
    }
    const of = (value: (round: (typeof rounds)[number]) => number) => median(rounds.map(value))
    const lines = table([
      ['in a thread / in this process', 'in this process, ms', 'in a thread, ms', 'to open, ms'],
      [
        of(({ inThread, inProcess }) => inThread / inProcess).toFixed(2),
        of(({ inProcess }) => inProcess).toFixed(0),
        of(({ inThread }) => inThread).toFixed(0),
        of(({ open }) => open).toFixed(0),
      ],
    ])
    process.stdout.write(`${flags.reads} reads of one row, each in a transaction of its own\n${lines}\n`)
  } finally {
    await here.close()
    await apart.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Time for that many small reads, one after the other, each a transaction with its entry as in a request. */
async function readMs(database: Database, reads: number): Promise<number> {
  const transactions = createTransactions(database)
  const visitor = { userId: null, sessionId: null, clinic: null, requestId: 'bench', address: null }
  const statement = { sql: 'select id, name from public.clinics limit 1', params: [] }
  const read = () => transactions.withStatement(visitor, statement, (rows) => rows)
  for (let count = 0; count < 20; count += 1) await read()
  const since = performance.now()
  for (let count = 0; count < reads; count += 1) await read()
  return performance.now() - since
}
