import { expect, it } from 'vitest'
import { cards } from '#testing/money/payments.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { aClinic, aMembershipOf, aStaffMember, aVisitor } from '#testing/sign-in/people.ts'
import { updatePaymentMethod } from './update-payment-method.ts'

const test = await setUpPayments()

const form = { action: 'card', number: cards.good, expiry: '12 / 34', cvc: '123', name: 'Ada Brandt' }

// spec: B2.8 Update Payment Method leads to the page that saves a card
// spec: B7 update-payment-method answers with an address
it('returns the page where the clinic saves a first and another card', async () => {
  const clinic = await aClinic(test.db)
  const cardOf = async () =>
    (
      await test.db.asOwner('select card_brand, card_last4 from clinic_billing where clinic_id = $1', [
        clinic.id,
      ])
    )[0]
  const first = await test.call(updatePaymentMethod, clinic.admin.caller(), {})
  const saved = await test.submit(first.url, form)
  expect(saved.location).toBe(
    `http://${clinic.subdomain}.carefold.localhost:3000/settings/billing?card=saved`,
  )
  await test.work()
  expect(await cardOf()).toEqual({ card_brand: 'visa', card_last4: '4242' })
  const second = await test.call(updatePaymentMethod, clinic.admin.caller(), {})
  expect((await test.submit(second.url, { ...form, number: cards.declined })).location).toMatch(/declined=1$/)
  await test.submit(second.url, { ...form, number: '5555 5555 5555 4444' })
  await test.work()
  expect(await cardOf()).toEqual({ card_brand: 'mastercard', card_last4: '4444' })
})

it('returns to an address that announces no card when the page is left without one', async () => {
  const clinic = await aClinic(test.db)
  const { url } = await test.call(updatePaymentMethod, clinic.admin.caller(), {})
  const page = await (await test.sandbox.pages(new Request(url))).text()
  const home = `http://${clinic.subdomain}.carefold.localhost:3000/settings/billing`
  expect(page).toContain(`href="${home}?card=left"`)
  expect(page).not.toContain('card=saved')
})

it('is for the clinic that the admin runs when the request has no clinic, as on the main site', async () => {
  const clinic = await aClinic(test.db)
  await aMembershipOf(test.db, clinic.admin, await aClinic(test.db), { role: 'admin' })
  const { url } = await test.call(updatePaymentMethod, clinic.admin.caller(null), {})
  expect((await test.submit(url, form)).location).toBe(
    `http://${clinic.subdomain}.carefold.localhost:3000/settings/billing?card=saved`,
  )
})

it('is refused on the main site to users who run no clinic', async () => {
  const staff = await aStaffMember(test.db, await aClinic(test.db))
  await expect(test.call(updatePaymentMethod, staff.caller(null), {})).rejects.toMatchObject({
    code: 'not_allowed',
  })
  await expect(test.call(updatePaymentMethod, aVisitor(), {})).rejects.toMatchObject({
    code: 'not_signed_in',
  })
})
