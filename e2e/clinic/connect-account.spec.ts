import { expectAccessible } from '../support/accessibility.ts'
import { joinAsPatient, openAccount, openAs } from '../support/people.ts'
import { buttonOf, clinicOrigin, expectLoaded, newestMail } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

test('a patient who lost the old mailbox gets the record with a new account', async ({ browser }) => {
  const run = Date.now().toString(36)
  const name = `Lena Moved ${run}`
  const password = 'a long enough password'
  const [oldAddress, newAddress] = [`old.${run}@example.test`, `new.${run}@example.test`]
  const old = await browser.newContext()
  await joinAsPatient(old, 'harbor', { email: oldAddress, name, password })

  const desk = await openAs(browser, 'admin@harbor.test', `/members?search=${encodeURIComponent(name)}`)
  await desk.getByRole('link', { name }).first().click()
  await desk.getByRole('tab', { name: 'Record' }).click()
  const account = desk.getByRole('region', { name: 'Account of this record' })
  await account.getByRole('button', { name: 'Connect to another account' }).click()
  const dialog = desk.getByRole('alertdialog')
  await dialog.getByLabel('Email address of the new account').fill(oldAddress)
  await dialog.getByRole('button', { name: 'Send offer' }).click()
  await expect(dialog.getByText('This is the address of the current account.')).toBeVisible()
  await expectAccessible(desk)
  await dialog.getByLabel('Email address of the new account').fill(newAddress)
  await dialog.getByRole('button', { name: 'Send offer' }).click()
  await expect(dialog).toBeHidden()
  await expect(account.getByText(`Offered to ${newAddress}, open until`)).toBeVisible()

  const context = await browser.newContext()
  await openAccount(context, { email: newAddress, password, full_name: name })
  const patient = await context.newPage()
  const offer = await newestMail(context.request, newAddress, /offers to connect/)
  await patient.goto(buttonOf(offer))
  await expectLoaded(patient)
  await expect(patient.getByRole('region', { name: /offers you your record/ })).toBeVisible()
  await expectAccessible(patient)
  await patient.getByRole('button', { name: 'Accept and open my record' }).click()
  await expect(patient.getByText('Your record is connected').first()).toBeVisible()
  await expect(patient.getByRole('region', { name: /offers you your record/ })).toHaveCount(0)
  await patient.goto(`${clinicOrigin('harbor')}/profile`)
  await expect(patient.getByRole('heading', { name: 'Your record as a file' })).toBeVisible()

  const before = await old.newPage()
  await before.goto(`${clinicOrigin('harbor')}/home`)
  await expectLoaded(before)
  await expect(before.getByRole('link', { name: /^Join/ })).toBeVisible()
  await newestMail(context.request, oldAddress, /no longer connected/)
  for (const each of [old, context, desk.context()]) await each.close()
})
