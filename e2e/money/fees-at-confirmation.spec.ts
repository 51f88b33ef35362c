import { expectAccessible } from '../support/accessibility.ts'
import { aDeskVisit } from '../support/desk-visits.ts'
import { joinAsPatient, openAs } from '../support/people.ts'
import { clinicOrigin } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

const viewport = { width: 390, height: 844 }
const password = 'a quiet long password'

test('a patient accepts the fees of a visit of the desk when confirming it; the desk enters a late cancellation', async ({
  browser,
  request,
}) => {
  const run = crypto.randomUUID().slice(0, 6)
  const [name, email] = [`Cora Confirms ${run}`, `cora-${run}@fees.test`]
  const own = await browser.newContext({ viewport })
  await joinAsPatient(own, 'harbor', { email, name, password })
  const { patientId } = await aDeskVisit(request, 'harbor', { email, kind: `Talk ${run}` })

  const portal = await own.newPage()
  await portal.goto(`${clinicOrigin('harbor')}/appointments`)
  const fees = portal.getByRole('region', { name: 'Fees' })
  await expect(fees.getByText('If you miss this visit, the clinic may charge $50.00.')).toBeVisible()
  await expect(fees.getByText('You can confirm the visit without accepting them.')).toBeVisible()
  await expect(fees.getByLabel('I accept these fees')).not.toBeChecked()
  await expectAccessible(portal)
  await fees.getByLabel('I accept these fees').check()
  await portal.getByRole('button', { name: /^I will come: / }).dblclick()
  await expect(portal.getByText('You confirmed that you will come').first()).toBeVisible()
  await expect(portal.getByText('Fees that you accepted')).toBeVisible()
  await expect(fees).toBeHidden()

  const admin = await openAs(browser, 'admin@harbor.test', `/members/${patientId}?tab=visits`, { viewport })
  await admin
    .getByRole('button', { name: /^More about Cora/ })
    .first()
    .click()
  await admin.getByRole('menuitem', { name: /^Cancel/ }).click()
  const dialog = admin.getByRole('alertdialog')
  const late = dialog.getByLabel('Patient canceled late')
  await expect(late).not.toBeChecked()
  await expect(dialog.getByText('The fee of $25.00 can then be charged.')).toBeVisible()
  await late.check()
  await expectAccessible(admin)
  await dialog.getByRole('button', { name: 'Cancel appointment' }).click()
  await expect(dialog).toBeHidden()
  await expect(admin.getByText('Late cancellation fee, $25.00: not charged')).toBeVisible()
  await admin.getByRole('button', { name: 'Undo' }).last().click()
  await expect(admin.getByText('Late cancellation fee, $25.00: not charged')).toBeHidden()
  await own.close()
  await admin.context().close()
})
