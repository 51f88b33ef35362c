import { expectAccessible } from '../support/accessibility.ts'
import { joinAsPatient, openAs } from '../support/people.ts'
import { clinicOrigin, expectLoaded } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

test('two records are merged and separated again', async ({ browser }) => {
  const run = Date.now().toString(36)
  const [kept, double] = [`Merle Kept ${run}`, `Merle Double ${run}`]
  const password = 'a long enough password'
  for (const name of [kept, double]) {
    const context = await browser.newContext()
    const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.test`
    await joinAsPatient(context, 'harbor', { email, name, password })
    await context.close()
  }
  const desk = await openAs(browser, 'admin@harbor.test', `/members?search=${encodeURIComponent(double)}`)
  // two accounts in use count as two people until one is removed
  const openPerson = async (name: string) => {
    await desk.goto(`${clinicOrigin('harbor')}/members?search=${encodeURIComponent(name)}`)
    await desk.getByRole('link', { name }).first().click()
    await expect(desk.getByRole('heading', { level: 1, name })).toBeVisible()
  }
  const compare = async () => {
    await openPerson(kept)
    await desk.getByRole('tab', { name: 'Record' }).click()
    await desk.getByRole('link', { name: 'Merge with another record' }).click()
    await desk.getByLabel('The other record').fill(double)
    await desk.getByRole('option', { name: double }).click()
  }
  await compare()
  await expect(desk.getByText('Both records have their own account.')).toBeVisible()
  await expectAccessible(desk)
  await openPerson(double)
  const doublePage = desk.url()
  await desk.getByRole('button', { name: /^Actions/ }).click()
  await desk.getByRole('menuitem', { name: /^Remove/ }).click()
  await desk
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expect(desk.getByText('Member removed').first()).toBeVisible()

  await compare()
  await expectAccessible(desk)
  await desk.getByRole('button', { name: 'Merge records' }).click()
  const question = desk.getByRole('alertdialog')
  await expect(question.getByRole('button', { name: 'Keep both' })).toBeFocused()
  await question.getByRole('button', { name: 'Merge records' }).click()
  await expect(desk.getByText('The records are merged').first()).toBeVisible()
  await expect(desk.getByRole('heading', { level: 1, name: kept })).toBeVisible()
  const merged = desk.getByRole('region', { name: 'Duplicate records' })
  await expect(merged.getByText(`${double}, merged on`)).toBeVisible()

  await merged.getByRole('button', { name: `Split again from ${double}` }).click()
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Split records' }).click()
  await expect(desk.getByText('The records are split').first()).toBeVisible()
  await expect(desk.getByRole('heading', { level: 1, name: kept })).toBeVisible()
  await expect(merged.getByText(`${double}, merged on`)).toHaveCount(0)
  await desk.goto(doublePage)
  await expectLoaded(desk)
  await expect(desk.getByRole('heading', { level: 1, name: double })).toBeVisible()
  await desk.context().close()
})
