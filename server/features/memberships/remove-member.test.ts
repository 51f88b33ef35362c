import { describe, expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { setUpSale } from '#testing/money/set-up.ts'
import { chargesOf, endsAtStripe, subscriptionOf } from '#testing/money/subscriptions.ts'
import { aPatient, aStaffMember } from '#testing/sign-in/people.ts'
import { removeMember } from './remove-member.ts'

const { test, clinic, plan } = await setUpSale()

const remove = (caller: Caller, membershipId: string) => test.call(removeMember, caller, { membershipId })

async function membershipOf(membershipId: string) {
  const [row] = await test.db.asOwner('select status, ended_at from clinic_memberships where id = $1', [
    membershipId,
  ])
  return row
}

describe('removing a patient with a running plan', () => {
  it('ends the access now and the plan with the paid period, and charges no more', async () => {
    const patient = await test.aMember(clinic, plan)
    const { id, stripe_subscription } = await subscriptionOf(test, patient)
    expect(await remove(clinic.admin.caller(), patient.membershipId)).toEqual({
      success: true,
      canceled: 1,
      isConfirmed: true,
    })
    expect(await membershipOf(patient.membershipId)).toMatchObject({ ended_at: expect.any(Date) })
    expect(await subscriptionOf(test, patient)).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
    })
    const audits = await test.db.asOwner(
      `select action from app.audit_log where subject_id in ($1, $2) and actor_id = $3 order by action`,
      [id, patient.membershipId, clinic.admin.userId],
    )
    expect(audits).toEqual([{ action: 'membership.ended' }, { action: 'subscription.canceled' }])

    await test.work()
    expect(await endsAtStripe(test, clinic, stripe_subscription)).toBe(true)
    await test.pass('P2M')
    expect(await subscriptionOf(test, patient)).toMatchObject({ status: 'canceled' })
    expect(await chargesOf(test, clinic, patient)).toHaveLength(1)
  })

  it('does neither where the removal is refused', async () => {
    const patient = await test.aMember(clinic, plan)
    const { id } = await subscriptionOf(test, patient)
    await test.db.asOwner('update clinic_memberships set is_owner = false where id = $1', [
      clinic.admin.membershipId,
    ])
    await test.db.asOwner(`update clinic_memberships set role = 'admin', is_owner = true where id = $1`, [
      patient.membershipId,
    ])
    const refused = remove(clinic.admin.caller(), patient.membershipId)
    await expect(refused).rejects.toMatchObject({ code: 'owner_stays' })
    expect(await subscriptionOf(test, patient)).toMatchObject({ id, cancel_at_period_end: false })
    await test.db.asOwner('update clinic_memberships set is_owner = id = $1 where clinic_id = $2', [
      clinic.admin.membershipId,
      clinic.id,
    ])
  })
})

describe('removing any member', () => {
  it('happens once; the second call finds no member', async () => {
    const patient = await aPatient(test.db, clinic)
    const clicks = await Promise.allSettled(
      [1, 2].map(() => remove(clinic.admin.caller(), patient.membershipId)),
    )
    expect(clicks.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(remove(clinic.admin.caller(), patient.membershipId)).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('is for admins, in their own clinic', async () => {
    const patient = await aPatient(test.db, clinic)
    const staff = await aStaffMember(test.db, clinic)
    for (const { caller } of [staff, patient])
      await expect(remove(caller(), patient.membershipId)).rejects.toMatchObject({ code: 'not_allowed' })
    const elsewhere = await test.aSellingClinic()
    for (const membershipId of [patient.membershipId, crypto.randomUUID()])
      await expect(remove(elsewhere.admin.caller(), membershipId)).rejects.toMatchObject({
        code: 'not_found',
      })
    expect(await membershipOf(patient.membershipId)).toMatchObject({ ended_at: null })
  })

  // last, because the sandbox does not have these plans
  it('cancels each plan that would be charged again, and leaves one that ends already', async () => {
    const patient = await test.aMember(clinic, plan)
    const { id } = await subscriptionOf(test, patient)
    await test.db.asOwner(
      `insert into subscriptions (clinic_id, owner_patient_id, plan_id, price_id, version_id, stripe_account, stripe_subscription,
                                  status, started_at, current_period_start, current_period_end, cancel_at_period_end)
       select clinic_id, owner_patient_id, plan_id, price_id, version_id, stripe_account, 'sub_' || gen_random_uuid(),
              word, started_at, current_period_start, current_period_end, word = 'trialing'
         from subscriptions, unnest(array['past_due', 'trialing', 'canceled']) word where id = $1`,
      [id],
    )
    expect(await remove(clinic.admin.caller(), patient.membershipId)).toEqual({
      success: true,
      canceled: 2,
      isConfirmed: false,
    })
  })
})
