import { beforeEach, describe, expect, it } from 'vitest'
import type { MemberPage } from '#domain/memberships/member-list.ts'
import { type PlanStanding, planStanding } from '#domain/subscriptions/plan-standing.ts'
import type { SubscriptionStatus } from '#domain/subscriptions/subscriptions.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, aPatient, type Patient, type TestClinic } from '#testing/sign-in/people.ts'
import { exportMembers } from './export-members.ts'
import { listMembers } from './list-members.ts'

// The members list by subscription (docs/decisions/0139).
let clinic: TestClinic
const test = await setUpServices()
beforeEach(async () => {
  clinic = await aClinic(test.db)
})

async function listed(input: object, by = clinic.admin.caller()): Promise<string[]> {
  const page = (await listMembers.call(test.services, by, input)) as MemberPage
  return page.members.map(({ name }) => name).sort()
}

interface Plan {
  id: string
  price: string
  version: string
}

async function aPlan(of: TestClinic, name: string): Promise<Plan> {
  const [plan] = await test.db.asOwner<Plan>(
    `with plan as (
       insert into plans (clinic_id, kind, name) values ($1, 'wellness', $2) returning id
     ), version as (
       insert into plan_versions (clinic_id, plan_id, number, name, published_at)
       select $1, id, 1, $2, now() from plan returning id, plan_id)
     insert into plan_prices (clinic_id, plan_id, version_id, interval, amount_cents, currency)
     select $1, plan_id, id, 'month', 4900, 'usd' from version
     returning plan_id as id, id as price, version_id as version`,
    [of.id, name],
  )
  if (!plan) throw new Error('no plan')
  return plan
}

async function subscribe(of: TestClinic, patient: Patient, plan: Plan, status: string): Promise<string> {
  const [row] = await test.db.asOwner<{ id: string }>(
    `insert into subscriptions (clinic_id, owner_patient_id, plan_id, price_id, version_id, stripe_account,
                                stripe_subscription, status, started_at, current_period_start, current_period_end)
     values ($1, $2, $3, $4, $5, 'acct_1', 'sub_' || gen_random_uuid(), $6, now(), now(), now() + interval '1 month')
     returning id`,
    [of.id, patient.patientId, plan.id, plan.price, plan.version, status],
  )
  return row?.id ?? ''
}

const change = (id: string, set: string) =>
  test.db.asOwner(`update subscriptions set ${set} where id = $1`, [id])

it('a row names the running plan of a payer who covers the patient, while it does', async () => {
  const care = await aPlan(clinic, 'Family')
  const payer = await aPatient(test.db, clinic, { name: 'Payer' })
  const child = await aPatient(test.db, clinic, { name: 'Child' })
  const id = await subscribe(clinic, payer, care, 'active')
  await test.db.asOwner(
    `insert into subscription_members (clinic_id, subscription_id, patient_id, from_on)
     select clinic_id, id, unnest($2::uuid[]), '2026-03-10' from subscriptions where id = $1`,
    [id, [payer.patientId, child.patientId]],
  )
  const covers = async () => {
    const { members } = (await listMembers.call(test.services, clinic.admin.caller(), {
      role: 'patient',
    })) as MemberPage
    return Object.fromEntries(members.map(({ name, plan, cover }) => [name, [plan?.name, cover?.name]]))
  }
  expect(await covers()).toEqual({ Payer: ['Family', undefined], Child: [undefined, 'Family'] })
  await change(id, `status = 'canceled', ended_at = now()`)
  expect(await covers()).toMatchObject({ Child: [undefined, undefined] })
  await change(id, `status = 'active', ended_at = null`)
  await test.db.asOwner(
    `update subscription_members set until_on = '2026-03-11' where subscription_id = $1`,
    [id],
  )
  expect(await covers()).toMatchObject({ Child: [undefined, undefined] })
})

describe('by plan and payment', () => {
  let care: Plan
  let other: Plan
  beforeEach(async () => {
    care = await aPlan(clinic, 'Care')
    other = await aPlan(clinic, 'Other')
    const person = (name: string) => aPatient(test.db, clinic, { name })
    await subscribe(clinic, await person('Pays'), care, 'active')
    await subscribe(clinic, await person('Tries'), care, 'trialing')
    await subscribe(clinic, await person('Owes'), care, 'past_due')
    await subscribe(clinic, await person('Unpaid'), other, 'unpaid')
    await subscribe(clinic, await person('Rests'), other, 'paused')
    await subscribe(clinic, await person('Left'), care, 'canceled')
    await subscribe(clinic, await person('Never'), care, 'incomplete')
    const leaving = await subscribe(clinic, await person('Leaves'), other, 'active')
    await change(leaving, 'cancel_at_period_end = true')
    const both = await person('Both')
    await subscribe(clinic, both, care, 'active')
    await subscribe(clinic, both, other, 'past_due')
  })

  it.each<[object, string[]]>([
    [{ payment: 'paying' }, ['Pays', 'Tries', 'Leaves', 'Both']],
    [{ payment: 'past_due' }, ['Owes', 'Unpaid', 'Both']],
    [{ payment: 'paused' }, ['Rests']],
    [{ payment: 'ending' }, ['Leaves']],
    [{ payment: 'past_due', search: 'owe' }, ['Owes']],
    [{ payment: 'past_due', role: 'staff' }, []],
  ])('%j lists %j', async (filter, names) => {
    expect(await listed(filter)).toEqual(names.toSorted())
  })

  it('a plan lists its members, and with a payment those who pay so for this plan', async () => {
    expect(await listed({ plan: care.id })).toEqual(['Both', 'Owes', 'Pays', 'Tries'])
    expect(await listed({ plan: care.id, payment: 'past_due' })).toEqual(['Owes'])
    expect(await listed({ plan: other.id, payment: 'past_due' })).toEqual(['Both', 'Unpaid'])
    expect(await listed({ plan: crypto.randomUUID() })).toEqual([])
    await expect(listed({ plan: 'Care' })).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('the export contains what the filter lists', async () => {
    const file = (await exportMembers.call(test.services, clinic.admin.caller(), {
      plan: other.id,
      payment: 'past_due',
    })) as Response
    const [, ...lines] = (await file.text()).trim().split('\r\n')
    expect(lines.map((line) => line.split(',')[0]).sort()).toEqual(['Both', 'Unpaid'])
  })

  it('never another clinic’s members', async () => {
    const elsewhere = await aClinic(test.db)
    const theirs = await aPlan(elsewhere, 'Theirs')
    await subscribe(elsewhere, await aPatient(test.db, elsewhere, { name: 'Foreign' }), theirs, 'past_due')
    expect(await listed({ payment: 'past_due' })).toEqual(['Both', 'Owes', 'Unpaid'])
    expect(await listed({ plan: theirs.id })).toEqual([])
    expect(await listed({ plan: theirs.id }, elsewhere.admin.caller())).toEqual(['Foreign'])
  })
})

describe('the list follows', () => {
  it('a failed and a successful payment, a change of plan, and an end', async () => {
    const [care, more] = [await aPlan(clinic, 'Care'), await aPlan(clinic, 'More')]
    const id = await subscribe(clinic, await aPatient(test.db, clinic, { name: 'Lena' }), care, 'active')
    expect(await listed({ payment: 'past_due' })).toEqual([])
    await change(id, `status = 'past_due'`)
    expect(await listed({ payment: 'past_due' })).toEqual(['Lena'])
    await change(id, `status = 'active', cancel_at = now() + interval '3 months'`)
    expect(await listed({ payment: 'past_due' })).toEqual([])
    expect(await listed({ payment: 'ending' })).toEqual(['Lena'])
    await test.db.asOwner(
      'update subscriptions set plan_id = $2, price_id = $3, version_id = $4, cancel_at = null where id = $1',
      [id, more.id, more.price, more.version],
    )
    expect(await listed({ plan: care.id })).toEqual([])
    expect(await listed({ plan: more.id })).toEqual(['Lena'])
    await change(id, `status = 'canceled'`)
    expect(await listed({ plan: more.id })).toEqual([])
  })

  it('another payer', async () => {
    const care = await aPlan(clinic, 'Care')
    const before = await aPatient(test.db, clinic, { name: 'Before' })
    const after = await aPatient(test.db, clinic, { name: 'After' })
    const id = await subscribe(clinic, before, care, 'active')
    await change(id, `owner_patient_id = '${after.patientId}'`)
    expect(await listed({ plan: care.id })).toEqual(['After'])
  })
})

it('the filter by payment agrees with the status of each plan', async () => {
  const plan = await aPlan(clinic, 'Care')
  const patient = await aPatient(test.db, clinic, { name: 'Lena' })
  const id = await subscribe(clinic, patient, plan, 'active')
  const filterOf: Record<PlanStanding['kind'], string | null> = {
    ...{ trial: 'paying', active: 'paying', ending: 'paying', past_due: 'past_due', unpaid: 'past_due' },
    ...{ paused: 'paused', ended: null, confirming: null, not_started: null },
  }
  const statuses = [
    'incomplete',
    'incomplete_expired',
    'trialing',
    'active',
    'past_due',
    'unpaid',
    'canceled',
  ]
  for (const status of [...statuses, 'paused'] as SubscriptionStatus[])
    for (const isEnding of [false, true]) {
      await change(id, `status = '${status}', cancel_at_period_end = ${isEnding}`)
      const now = test.clock.now()
      const period = {
        current_period_start: now.toISOString(),
        current_period_end: now.toISOString(),
      }
      const { kind } = planStanding({ status, ...period, cancel_at_period_end: isEnding }, now)
      const expected = [filterOf[kind], ...(filterOf[kind] && isEnding ? ['ending'] : [])]
      const found = []
      for (const payment of ['paying', 'past_due', 'paused', 'ending'])
        if ((await listed({ payment })).length > 0) found.push(payment)
      expect(found, `${status}, ${isEnding}`).toEqual(expected.filter(Boolean))
    }
})

it('a member with a failed payment is listed and exported as such', async () => {
  const plan = await aPlan(clinic, 'Care')
  const id = await subscribe(clinic, await aPatient(test.db, clinic, { name: 'Lena' }), plan, 'active')
  const planStatus = async () => {
    const response = (await exportMembers.call(test.services, clinic.admin.caller(), {
      role: 'patient',
    })) as Response
    return (await response.text()).split('\r\n')[1]?.split(',').slice(-2).join(',')
  }
  expect(await planStatus()).toBe('Care,Active')
  await change(id, `status = 'past_due'`)
  expect(await planStatus()).toBe('Care,Payment failed')
  await change(id, `cancel_at_period_end = true`)
  expect(await planStatus()).toBe('Care,Payment failed')
  await change(id, `status = 'active'`)
  expect(await planStatus()).toBe('Care,Ending')
  const page = (await listMembers.call(test.services, clinic.admin.caller(), {
    role: 'patient',
  })) as MemberPage
  expect(page.members[0]?.plan?.standing).toMatchObject({ kind: 'ending', isConfirmed: true })
})
