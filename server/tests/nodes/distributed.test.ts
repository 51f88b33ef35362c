// The nodes of a distributed database, played by addresses of one Postgres that forward to it (docs/decisions/0229). The directory
// is a table here, and the engine's in deploy/citus.sql.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { freePort } from '#scripts/free-port.ts'
import { hashPassword } from '#server/auth/hashing/hashing.ts'
import { type RunningServer, startServer } from '#server/main.ts'
import { type Config, readConfig } from '#server/platform/config/config.ts'
import { ConfigError } from '#server/platform/config/config-error.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { clinicByClinic } from '#server/platform/jobs/clinic-by-clinic.ts'
import { createLogger } from '#server/platform/log.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database/database.ts'
import {
  aClinic,
  aPatient,
  aStaffMember,
  type Member,
  type Patient,
  type TestClinic,
} from '#testing/sign-in/people.ts'
import { type Address, openAddress } from './address.ts'
import { type Asking, askingOf, password } from './asking.ts'

const url = process.env.TEST_DATABASE_URL
const folder = mkdtempSync(join(tmpdir(), 'carefold-distributed-'))

interface Side {
  clinic: TestClinic
  staff: Member
  pat: Patient
  address: Address
}

let db: TestDatabase
let config: Config
let server: RunningServer
let asking: Asking
let here: Side
let there: Side
const log: string[] = []

const start = () =>
  startServer(config, {
    log: createLogger('warn', (line) => log.push(line)),
    web: async () => ({ page: async () => new Response('a page'), file: async () => null }),
  })

const siteOf = ({ clinic }: Side) => clinic.subdomain
const patients = '/rest/v1/patients?select=id'
const task = ({ staff }: Side) => ({
  ...{ version: 0, title: 'Call back', patientId: '', dueOn: '' },
  assigneeId: staff.userId,
})

async function aSide(): Promise<Side> {
  const clinic = await aClinic(db)
  const side = {
    clinic,
    staff: await aStaffMember(db, clinic),
    pat: await aPatient(db, clinic),
    address: await openAddress(url ?? ''),
  }
  await db.asOwner('update auth.users set password_hash = $1', [await hashPassword(password)])
  await place(side, side.address)
  return side
}

/** Both keys, as the engine's directory accepts them. */
const place = ({ clinic }: Pick<Side, 'clinic'>, { host, port }: Address) =>
  db.asOwner(
    `insert into nodes.places select key, $3, $4 from unnest(array[$1, $2]) as key
       on conflict (clinic) do update set port = excluded.port`,
    [clinic.subdomain, clinic.id, host, port],
  )

/** Whether a value was sent to each address since the last call. Each entry sends its caller's id. */
const sentTo = (value: string) => [here, there].map(({ address }) => address.sent().includes(value))

describe.runIf(url)('a distributed database', () => {
  beforeAll(async () => {
    db = await openTestDatabase()
    const [row] = await db.asOwner<{ name: string }>('select current_database() as name')
    const own = new URL(url ?? '')
    own.pathname = `/${row?.name}`
    config = readConfig({
      NODE_ENV: 'development',
      PORT: String(await freePort()),
      DATA_DIR: folder,
      DEMO: 'off',
      DATABASE_URL: own.href,
      DATABASE_NODES: 'distributed',
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    })
    await expect(start()).rejects.toThrow(ConfigError)
    await expect(start()).rejects.toThrow('DATABASE_NODES=distributed needs a distributed database')
    await db.asOwner(`
      create schema nodes;
      create table nodes.places (clinic text primary key, host text, port integer);
      create or replace function app.node_of_clinic(p_clinic text, out host text, out port integer)
      language plpgsql stable security definer set search_path = '' as $$
      begin
        select p.host, p.port into host, port from nodes.places p where p.clinic = p_clinic;
      end $$`)
    here = await aSide()
    there = await aSide()
    server = await start()
    asking = askingOf(server)
  }, 120_000)
  afterAll(async () => {
    await server?.stop()
    for (const side of [here, there]) await side?.address.stop()
    await db?.close()
    rmSync(folder, { recursive: true, force: true })
  }, 60_000)

  it('opens the transactions of a request at the node of its clinic', async () => {
    for (const [side, at] of [
      [here, [true, false]],
      [there, [false, true]],
    ] as const) {
      const { admin } = side.clinic
      const token = await asking.signIn(siteOf(side), admin.email)
      sentTo('')
      const read = await asking.ask(siteOf(side), patients, { token })
      expect(read.body).toEqual([{ id: side.pat.patientId }])
      expect(sentTo(admin.userId)).toEqual(at)
      await asking.call(siteOf(side), token, 'save-task', task(side))
      expect(sentTo(admin.userId)).toEqual(at)
      // named by the header
      const named = { 'x-clinic': siteOf(side) }
      expect((await asking.ask(null, patients, { token, headers: named })).body).toEqual(read.body)
      expect(sentTo(admin.userId)).toEqual(at)
    }
  })

  it('opens those without a clinic at the coordinator: sign-ins, and the main site', async () => {
    const { email, userId } = here.staff
    sentTo('')
    const token = await asking.signIn(siteOf(here), email)
    expect((await asking.ask(null, '/auth/v1/user', { token })).body).toMatchObject({ id: userId })
    const own = await asking.ask(null, '/rest/v1/clinic_memberships?select=clinic_id', { token })
    expect(own.body).toEqual([{ clinic_id: here.clinic.id }])
    const unknown = await asking.ask('never-opened', patients, { token })
    expect(unknown.status).toBe(403)
    expect(sentTo(userId)).toEqual([false, false])
  })

  it('restricts rows at a node as everywhere: a member of one clinic reads and changes nothing of another', async () => {
    const token = await asking.signIn(siteOf(here), here.clinic.admin.email)
    sentTo('')
    const rows = await asking.ask(siteOf(there), patients, { token })
    expect([rows.status, rows.body.message]).toEqual([403, 'permission denied for table patients'])
    const refused = await asking.ask(siteOf(there), '/functions/v1/save-task', { token, body: task(there) })
    expect([refused.status, refused.body.code]).toEqual([403, 'not_allowed'])
    expect(sentTo(here.clinic.admin.userId)).toEqual([false, true])
    expect(
      await db.asOwner('select from tasks where clinic_id <> $1 and created_by = $2', [
        here.clinic.id,
        here.clinic.admin.userId,
      ]),
    ).toEqual([])
  })

  it('notifies open pages of changes made at the node and at the coordinator', async () => {
    sentTo('')
    for (const side of [here, there]) {
      const page = await asking.follow(siteOf(side), await asking.signIn(siteOf(side), side.staff.email))
      expect(await page.next()).toBe('*')
      const giver = await asking.signIn(siteOf(side), side.clinic.admin.email)
      await asking.call(siteOf(side), giver, 'save-task', task(side))
      expect([await page.next(), await page.next()].sort()).toEqual(['notices', 'tasks'])
      await server.services.transactions.withSystem('test', (tx) =>
        sql`select app.announce(${side.clinic.id}, ${side.staff.userId}, 'messages')`.execute(tx),
      )
      expect(await page.next()).toBe('messages')
      await page.close()
    }
    // sent at the coordinator, where the server listens
    expect(sentTo('carefold_live')).toEqual([false, false])
  })

  it('runs the jobs that a transaction at a node has queued, itself and by the outbox of its clinic', async () => {
    const { clinic, pat } = here
    await server.settle()
    const token = await asking.signIn(siteOf(here), clinic.admin.email)
    sentTo('')
    await asking.call(siteOf(here), token, 'invite-patient', {
      clinicId: clinic.id,
      email: 'new@member.test',
      role: 'staff',
    })
    expect(sentTo(clinic.admin.userId)).toEqual([true, false])
    const woken: string[] = []
    const { transactions } = server.services
    const stop = transactions.onOutbox((clinicIds) => woken.push(...clinicIds))
    const { patientId } = pat
    await transactions.withActor(clinic.admin.caller(), (tx) =>
      asSystem(tx, () =>
        sql`select app.add_to_outbox(${clinic.id}, 'patient_joined', ${patientId}, ${patientId}, now())`.execute(
          tx,
        ),
      ),
    )
    stop()
    expect(woken).toEqual([clinic.id])
    expect(sentTo(clinic.admin.userId)).toEqual([true, false])
    await server.settle()
    const mails = await db.asOwner("select status from app.mails where to_address = 'new@member.test'")
    expect(mails).toEqual([{ status: 'sent' }])
    expect(await db.asOwner('select from app.outbox')).toEqual([])
  })

  it('changes rows of clinics by jobs at the node of each', async () => {
    sentTo('')
    const { transactions } = server.services
    const changed = await clinicByClinic(
      { transactions, purpose: 'test' },
      (tx) => tx.selectFrom('clinics').select('id as clinic_id').execute(),
      async (tx, clinicId) => {
        const { rows } = await sql<{ port: number }>`select inet_client_port() as port, ${clinicId}`.execute(
          tx,
        )
        return rows.length
      },
    )
    expect(changed).toBe(2)
    const sent = [here, there].map(({ address }) => address.sent())
    expect(sent.map((text) => [here, there].map(({ clinic }) => text.includes(clinic.id)))).toEqual([
      [true, false],
      [false, true],
    ])
  })

  it('refuses visitors of an overloaded node, and those of no other', async () => {
    const { transactions } = server.services
    const callers = [here.clinic.admin, here.staff, here.pat].map((person) => person.caller())
    // more than the connections of a node; each person may use four
    const slow = callers.flatMap((caller) =>
      Array.from({ length: 4 }, () =>
        transactions.withActor(caller, (tx) => sql`select pg_sleep(2)`.execute(tx), { readOnly: true }),
      ),
    )
    const visit = (side: Side) =>
      fetch(`http://127.0.0.1:${config.port}/functions/v1/check-subdomain`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'x-clinic': siteOf(side) },
        body: JSON.stringify({ subdomain: 'free-address' }),
      })
    const answered: number[] = []
    // the first wait for a connection
    const visits: Promise<unknown>[] = []
    await vi.waitFor(
      () => {
        visits.push(visit(here).then(({ status }) => answered.push(status)))
        expect(answered).toContain(503)
      },
      { timeout: 1_800, interval: 100 },
    )
    // a busy machine refuses for a moment
    await vi.waitFor(async () => expect((await visit(there)).status).toBe(200), { timeout: 5_000 })
    await Promise.all([...slow, ...visits])
  })

  it('refuses requests of clinics whose node is down, and no others, until it is back', async () => {
    const tokens = await Promise.all(
      [here, there].map((side) => asking.signIn(siteOf(side), side.staff.email)),
    )
    await here.address.stop()
    const read = async (side: Side, token = '') =>
      (await asking.ask(siteOf(side), patients, { token })).status
    const down = await asking.ask(siteOf(here), patients, { token: tokens[0] ?? '' })
    expect([down.status, down.headers.get('retry-after')]).toEqual([503, '1'])
    const action = { token: tokens[0] ?? '', body: task(here) }
    expect((await asking.ask(siteOf(here), '/functions/v1/save-task', action)).body.code).toBe('unavailable')
    expect(await read(there, tokens[1])).toBe(200)
    expect(await asking.signIn(siteOf(there), there.staff.email)).toBeTruthy()
    expect((await asking.ask(null, '/ready')).status).toBe(200)
    await here.address.start()
    expect(await read(here, tokens[0])).toBe(200)
  })

  it('follows a clinic that moves: its old node routes until the directory is asked again', async () => {
    const { admin } = here.clinic
    const token = await asking.signIn(siteOf(here), admin.email)
    const read = async () => (await asking.ask(siteOf(here), patients, { token })).status
    expect(await read()).toBe(200)
    await place(here, there.address)
    sentTo('')
    expect(await read()).toBe(200)
    expect(sentTo(admin.userId)).toEqual([true, false])
    await here.address.stop()
    // the failure makes the server ask, at most once a second
    await vi.waitFor(async () => expect(await read()).toBe(200), { timeout: 5_000, interval: 200 })
    expect(sentTo(admin.userId)).toEqual([false, true])
    await here.address.start()
  })

  it('opens a node when the directory first names it, and all connections to nodes end with the server', async () => {
    const added = await aSide()
    const { admin } = added.clinic
    expect(added.address.connections()).toBe(0)
    const token = await asking.signIn(siteOf(added), admin.email)
    expect(added.address.connections()).toBe(0)
    expect((await asking.ask(siteOf(added), patients, { token })).status).toBe(200)
    expect(added.address.sent()).toContain(admin.userId)
    await server.stop()
    await vi.waitFor(() =>
      expect([here, there, added].map(({ address }) => address.connections())).toEqual([0, 0, 0]),
    )
    await added.address.stop()
  })
})
