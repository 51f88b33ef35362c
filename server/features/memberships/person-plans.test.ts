import { expect, it } from 'vitest'
import type { PersonView } from '#domain/memberships/person.ts'
import { addCard, cardsOf } from '#testing/money/cards.ts'
import { setUpSale } from '#testing/money/set-up.ts'
import { aStaffMember } from '#testing/sign-in/people.ts'
import { setDefaultCard } from '../subscriptions/cards/set-default-card.ts'
import { person } from './person.ts'

const { test, clinic, plan } = await setUpSale()

it('shows a failed renewal on the person’s page, with the open amount for members who see money', async () => {
  const patient = await test.aMember(clinic, plan)
  await addCard(test, clinic, patient, 'pm_card_chargeCustomerFail')
  const failing = (await cardsOf(test, patient)).find(({ is_default }) => !is_default)
  await test.call(setDefaultCard, patient.caller(), { cardId: failing?.id })
  const read = async (by = clinic.admin.caller()) =>
    ((await test.call(person, by, { personId: patient.membershipId })) as PersonView).plans[0]?.standing
  expect(await read()).toMatchObject({ kind: 'active' })
  await test.pass('P1M')
  await test.pass('PT1H')
  expect(await read()).toMatchObject({
    kind: 'past_due',
    open: { cents: 9_900, currency: 'usd' },
    isUsable: true,
  })
  const staff = await aStaffMember(test.db, clinic)
  expect(await read(staff.caller())).toMatchObject({ kind: 'past_due', open: null, nextAttempt: null })
})
