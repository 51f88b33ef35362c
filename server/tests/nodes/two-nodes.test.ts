// Two databases behind one server (docs/decisions/0212): two PGlites, or two databases of TEST_DATABASE_URL.
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { PageUrl } from '#domain/checkouts/checkouts.ts'
import { moveClinic } from '#server/features/clinic-export/move-clinic.ts'
import { agreement } from '#testing/money/agreement.ts'
import { cards } from '#testing/money/payments.ts'
import {
  aClinic,
  aPatient,
  aStaffMember,
  type Member,
  type Patient,
  type TestClinic,
} from '#testing/sign-in/people.ts'
import { openTwoNodes, type TwoNodes } from './two-nodes.ts'

interface Side {
  clinic: TestClinic
  staff: Member
  /** With an account on both nodes. */
  pat: Patient
}

let nodes: TwoNodes
let here: Side
let there: Side
const email = 'pat@both.test'

beforeAll(async () => {
  nodes = await openTwoNodes(async (first, second) => {
    const sideOn = async (db: typeof first): Promise<Side> => {
      const clinic = await aClinic(db, { timeZone: 'America/Vancouver' })
      return {
        clinic,
        staff: await aStaffMember(db, clinic),
        pat: await aPatient(db, clinic, { email, name: 'Pat Doe' }),
      }
    }
    here = await sideOn(first)
    there = await sideOn(second)
  })
}, 120_000)
afterAll(() => nodes?.close(), 60_000)

const siteOf = ({ clinic }: Side) => clinic.subdomain

it('a request is answered at the node of its clinic, by its host or by x-clinic', async () => {
  for (const side of [here, there]) {
    const byHost = await nodes.ask(siteOf(side), '/rest/v1/clinics?select=id,subdomain', {
      token: await nodes.signIn(siteOf(side), side.clinic.admin.email),
    })
    expect(byHost.body).toEqual([{ id: side.clinic.id, subdomain: siteOf(side) }])
  }
  const directory = await nodes.first.asOwner('select subdomain, node from app.clinic_nodes')
  expect(directory).toEqual([{ subdomain: siteOf(there), node: 'app2' }])
  const byHeader = await nodes.ask(null, '/auth/v1/token?grant_type=password', {
    headers: { 'x-clinic': siteOf(there) },
    body: { email: there.staff.email, password: 'a password of four words' },
  })
  expect(byHeader.status).toBe(200)
})

it('a node has its own accounts: its main site is app2, and a token of one node is none at the other', async () => {
  await expect(nodes.signIn(null, there.staff.email)).rejects.toThrow('invalid_credentials')
  const token = await nodes.signIn('app2', there.staff.email)
  const own = await nodes.ask('app2', '/rest/v1/clinic_memberships?select=clinic_id', { token })
  expect(own.body).toEqual([{ clinic_id: there.clinic.id }])
  const foreign = await nodes.ask(siteOf(here), '/rest/v1/clinics?select=id', { token })
  expect(foreign.status).toBe(401)
})

it('a person in clinics of both nodes signs in to each, and both sessions last', async () => {
  const [a, b] = [await nodes.signIn(siteOf(here), email), await nodes.signIn(siteOf(there), email)]
  for (const [side, token] of [
    [here, a],
    [there, b],
    [here, a],
  ] as const) {
    const own = await nodes.ask(siteOf(side), '/rest/v1/patients?select=id,clinic_id', { token })
    expect(own.body).toEqual([{ id: side.pat.patientId, clinic_id: side.clinic.id }])
  }
})

it('open pages hear of changes of their node, and jobs of both nodes run', async () => {
  for (const side of [here, there]) {
    const token = await nodes.signIn(siteOf(side), side.staff.email)
    const page = await nodes.follow(siteOf(side), token)
    expect(await page.next()).toBe('*')
    const other = side === here ? there : here
    for (const from of [other, side]) {
      const giver = await nodes.signIn(siteOf(from), from.clinic.admin.email)
      const task = { version: 0, title: 'Call back', patientId: '', assigneeId: from.staff.userId, dueOn: '' }
      await nodes.call(siteOf(from), giver, 'save-task', task)
    }
    // the other node's would have come first
    expect([await page.next(), await page.next()].sort()).toEqual(['notices', 'tasks'])
    await page.close()
    const unread = await nodes.ask(siteOf(side), '/rest/v1/user_notices?select=kind&limit=1', { token })
    expect(unread.body).toEqual([{ kind: 'task_assigned' }])
  }
  await nodes.server.settle()
  for (const [site, side] of [
    [null, here],
    ['app2', there],
  ] as const) {
    const { body } = await nodes.ask(site, '/auth/v1/recover', { body: { email: side.staff.email } })
    expect(body).toEqual({})
    await nodes.server.settle()
    const db = side === here ? nodes.first : nodes.second
    const sent = await db.asOwner("select status, to_address from app.mails where template = 'recovery'")
    expect(sent).toEqual([{ status: 'sent', to_address: side.staff.email }])
  }
})

it('an address belongs to one clinic over all nodes', async () => {
  const wish = (subdomain: string) => ({ name: 'Harbor Clinic', subdomain })
  const [a, b] = [await nodes.signIn(null, here.staff.email), await nodes.signIn('app2', there.staff.email)]
  const create = (site: string | null, token: string, subdomain: string) =>
    nodes.ask(site, '/functions/v1/create-clinic-with-admin', { token, body: wish(subdomain) })
  expect((await create('app2', b, siteOf(here))).body).toMatchObject({ code: 'subdomain_taken' })
  expect((await create(null, a, siteOf(there))).body).toMatchObject({ code: 'subdomain_taken' })
  expect((await create('app2', b, 'app3')).body).toMatchObject({ code: 'subdomain_reserved' })
  const both = await Promise.all([create(null, a, 'harbor'), create('app2', b, 'harbor')])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  for (const site of [null, 'app2']) {
    const check = await nodes.ask(site, '/functions/v1/check-subdomain', { body: { subdomain: 'harbor' } })
    expect(check.body).toEqual({ available: false, reason: 'taken' })
  }
  const owner = both[0].status === 200 ? a : b
  const found = await nodes.ask('harbor', '/rest/v1/clinics?select=name&subdomain=eq.harbor', {
    token: owner,
  })
  expect(found.body).toEqual([{ name: 'Harbor Clinic' }])
})

it('clinics of both nodes sell a plan, receive events of Stripe, and close their month', async () => {
  for (const side of [here, there]) await sellPlan(side)
  await nodes.pass('P20D')
  await nodes.pass('P20D')
  for (const side of [here, there]) {
    const admin = await nodes.signIn(siteOf(side), side.clinic.admin.email)
    const overview = await nodes.call<{ closed: object[] }>(siteOf(side), admin, 'money-overview')
    const month = { status: 'closed', grossCents: 9_900, commissionCents: 1_188 }
    expect(overview.closed.at(-1)).toMatchObject(month)
  }
  const accounts = await Promise.all(
    [nodes.first, nodes.second].map((db) => db.asOwner('select stripe_account from payout_accounts')),
  )
  expect(accounts.map(({ length }) => length)).toEqual([1, 1])
  for (const db of [nodes.first, nodes.second]) {
    const failed = await db.asOwner('select type from app.webhook_events where processed_at is null')
    expect(failed).toEqual([])
    const others = await db.asOwner<{ outcome: string }>(
      `select distinct outcome from app.webhook_events where outcome in ('unknown account', 'not ours') order by 1`,
    )
    expect(others).toEqual([{ outcome: 'not ours' }, { outcome: 'unknown account' }])
  }
}, 180_000)

it('a search on a main site finds clinics of all nodes', async () => {
  for (const site of [null, 'app2'])
    for (const side of [here, there]) {
      const { body } = await nodes.ask(site, '/functions/v1/find-clinics', { body: { text: siteOf(side) } })
      expect(body).toEqual({ clinics: [{ name: side.clinic.name, subdomain: siteOf(side) }] })
    }
})

it('while a node is down its clinics get 503, and the others go on', async () => {
  const repair = nodes.breakNode('app2')
  const down = await nodes.ask(siteOf(there), '/functions/v1/check-subdomain', {
    body: { subdomain: 'x-y-z' },
  })
  expect([down.status, down.body.code]).toEqual([503, 'unavailable'])
  expect(down.headers.get('retry-after')).toBe('1')
  expect(await nodes.signIn(siteOf(here), here.staff.email)).toBeTruthy()
  expect((await nodes.ask(null, '/ready')).status).toBe(200)
  repair()
  expect(await nodes.signIn(siteOf(there), there.staff.email)).toBeTruthy()
})

it('while the first node is down, clinics of others that were asked for lately go on', async () => {
  const repair = nodes.breakNode(null)
  expect(await nodes.signIn(siteOf(there), there.staff.email)).toBeTruthy()
  const unknown = await nodes.ask('never-asked', '/rest/v1/clinics?select=id')
  expect(unknown.status).toBe(503)
  repair()
})

it('a clinic moves to another node and back with its rows, and its address follows', async () => {
  const { signatures, clock } = nodes.server.services
  // the sandbox sends events meanwhile, and a move refuses while jobs wait
  const move = (to: string | null) =>
    vi.waitFor(
      async () => {
        await nodes.server.settle()
        return moveClinic({
          nodes: nodes.owned,
          subdomain: siteOf(here),
          to,
          signatures,
          now: clock.now(),
        })
      },
      { timeout: 30_000, interval: 200 },
    )
  const rows = (side: 'first' | 'second') =>
    nodes[side].asOwner('select month from statements where clinic_id = $1 order by month', [here.clinic.id])
  const before = await rows('first')
  expect(before).not.toEqual([])

  // a move must not begin a new chain over rows that were changed
  const setAction = (to: string, from: string) =>
    nodes.first.asOwner(
      `update app.audit_log set action = $2 where clinic_id = $1 and action = $3
         and id = (select audit_id from app.audit_links where clinic_id = $1 and position = 1)`,
      [here.clinic.id, to, from],
    )
  await nodes.first.asOwner('alter table app.audit_log disable trigger user')
  await nodes.first.asOwner('select app.seal_audit_log($1, 1000)', [here.clinic.id])
  const [sealed] = await nodes.first.asOwner<{ action: string }>(
    `select a.action from app.audit_log a join app.audit_links l on l.clinic_id = a.clinic_id and l.audit_id = a.id
      where a.clinic_id = $1 and l.position = 1`,
    [here.clinic.id],
  )
  await setAction('test.edited', sealed?.action ?? '')
  await vi.waitFor(
    async () => {
      await nodes.server.settle()
      const options = {
        nodes: nodes.owned,
        subdomain: siteOf(here),
        to: 'app2',
        signatures,
        now: clock.now(),
      }
      await expect(moveClinic(options)).rejects.toThrow(
        'the audit trail of the clinic is broken (changed at 1)',
      )
    },
    { timeout: 30_000, interval: 200 },
  )
  await setAction(sealed?.action ?? '', 'test.edited')
  await nodes.first.asOwner('alter table app.audit_log enable trigger user')

  expect(await move('app2')).toMatchObject({ clinicId: here.clinic.id, newPeople: 2 })
  expect([await rows('first'), await rows('second')]).toEqual([[], before])
  expect(await move('app2')).toBeNull()
  await nodes.second.asOwner(
    `update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()),
       password_hash = (select password_hash from auth.users where password_hash is not null limit 1)`,
  )
  // the first answer is of the old node and makes the server ask again
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  await nodes.ask(siteOf(here), '/auth/v1/user', { token: 'none' })
  const admin = await nodes.signIn(siteOf(here), here.clinic.admin.email)
  const overview = await nodes.call<{ closed: object[] }>(siteOf(here), admin, 'money-overview')
  expect(overview.closed.at(-1)).toMatchObject({ grossCents: 9_900 })
  // Pat's two records now belong to one account
  const pat = await nodes.signIn(siteOf(here), email)
  const memberships = await nodes.ask('app2', '/rest/v1/clinic_memberships?select=clinic_id', { token: pat })
  expect(memberships.body).toHaveLength(2)

  // Stripe's events reach the clinic there
  await nodes.pass('P32D')
  await nodes.pass('P10D')
  const later = await rows('second')
  expect(later.length).toBeGreaterThan(before.length)

  expect(await move(null)).toMatchObject({ clinicId: here.clinic.id, newPeople: 0 })
  expect([await rows('first'), await rows('second')]).toEqual([later, []])
  const left = await nodes.second.asOwner(
    `select kind from app.clinic_keys where leads_to = $1 union all select kind from app.appearances where leads_to = $1
     union all select 'chain' from app.audit_links where clinic_id = $1`,
    [here.clinic.id],
  )
  expect(left).toEqual([])
  const directory = await nodes.first.asOwner('select from app.clinic_nodes where subdomain = $1', [
    siteOf(here),
  ])
  expect(directory).toEqual([])
}, 120_000)

it('the directory releases claims that led to no clinic, and learns addresses that it lacks', async () => {
  const now = nodes.server.clock.now().getTime()
  await nodes.first.asOwner(
    `insert into app.clinic_nodes (subdomain, node, claimed_at) values ('old-claim', 'app2', $1), ('new-claim', 'app2', $2)`,
    [new Date(now - 7_200_000), new Date(now)],
  )
  await nodes.first.asOwner('delete from app.clinic_nodes where subdomain = $1', [siteOf(there)])
  await nodes.server.settle()
  const rows = await nodes.first.asOwner<{ subdomain: string }>('select subdomain from app.clinic_nodes')
  const names = rows.map(({ subdomain }) => subdomain)
  expect(names).toContain(siteOf(there))
  expect(names).toContain('new-claim')
  expect(names).not.toContain('old-claim')
})

async function sellPlan(side: Side): Promise<void> {
  const site = siteOf(side)
  const admin = await nodes.signIn(site, side.clinic.admin.email)
  const draft = await nodes.call<{ id: string }>(site, admin, 'save-plan', {
    ...{ kind: 'wellness', name: 'Whole Year', includes: ['Unlimited visits'] },
    ...{ interval: 'month', amountCents: 9_900 },
  })
  const onboarding = await nodes.call<PageUrl>(site, admin, 'start-payout-onboarding')
  await nodes.submit(onboarding.url)
  await nodes.call(site, admin, 'refresh-payout-account')
  const cardPage = await nodes.call<PageUrl>(site, admin, 'update-payment-method')
  const card = { number: cards.good, expiry: '12 / 34', cvc: '123' }
  await nodes.submit(cardPage.url, { action: 'card', name: 'Ada Brandt', ...card })
  await nodes.server.settle()
  const plan = await nodes.call<{ price: { id: string } }>(site, admin, 'publish-plan', { planId: draft.id })
  const patient = await nodes.signIn(site, email)
  const attempt = crypto.randomUUID()
  const input = { priceId: plan.price.id, attempt, agreement }
  const { url } = await nodes.call<PageUrl>(site, patient, 'join-plan', input)
  await nodes.submit(url, { name: 'Pat Doe', email, ...card })
  await nodes.server.settle()
}
