import { expectAccessible } from './support/accessibility.ts'
import { clinicOrigin, demoPassword, joinAndPay, signIn } from './support/product.ts'
import { expect, test } from './support/test.ts'

const sunrise = clinicOrigin('sunrise')
// unique names, so that the run can be repeated on the same server
const run = Date.now().toString(36)

test('a patient with a running plan is removed and the plan canceled, in one action', async ({ browser }) => {
  const patient = { name: `Lena Vogt ${run}`, email: `lena@${run}.test`, password: 'warm-lantern-77' }
  const home = await (await browser.newContext()).newPage()
  await joinAndPay(home, 'sunrise', patient)

  const desk = await (await browser.newContext()).newPage()
  await signIn(desk, sunrise, 'admin@sunrise.test', demoPassword)
  await desk.waitForURL(/\/clinic/)
  await desk.goto(`${sunrise}/members`)
  await desk.getByRole('button', { name: `Actions for ${patient.name}` }).click()
  await desk.getByRole('menuitem', { name: 'Remove' }).click()
  const dialog = desk.getByRole('alertdialog')
  await expect(dialog).toContainText(/stays paid until .+ After that nothing is charged\./)
  await expectAccessible(desk)
  await dialog.getByRole('button', { name: 'Cancel plan and remove' }).click()
  await expect(
    desk.getByText('The plan is canceled, and the member has been removed from the clinic.').first(),
  ).toBeVisible()
  await expect(desk.getByRole('button', { name: `Actions for ${patient.name}` })).toHaveCount(0)

  await home.goto(`${sunrise}/pay`)
  await expect(home.getByText('Next billing date')).toHaveCount(0)
  for (const page of [home, desk]) await page.context().close()
})

test('inviting again without a name keeps the name, and says that the first link stops working', async ({
  page,
}) => {
  const email = `twice@${run}.test`
  await signIn(page, sunrise, 'admin@sunrise.test', demoPassword)
  await page.waitForURL(/\/clinic/)
  await page.goto(`${sunrise}/members`)
  const dialog = page.getByRole('dialog')
  for (const name of [`Iris Holm ${run}`, '']) {
    await page.getByRole('button', { name: 'Invite patient' }).first().click()
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await expect(page.getByText(`Successfully sent invitation to ${email}.`).first()).toBeVisible()
    await expect(page.getByRole('button', { name: `Actions for Iris Holm ${run}` })).toBeVisible()
  }
  await expect(page.getByText('The link in the earlier mail no longer works.').first()).toBeVisible()
})
