import { expectAccessible } from './support/accessibility.ts'
import { joinAsPatient, openAs } from './support/people.ts'
import { clinicOrigin } from './support/product.ts'
import { expect, test } from './support/test.ts'

test('possible duplicates are dismissed or compared', async ({ browser }) => {
  const run = Date.now().toString(36)
  const name = `Merle Twice${run}`
  for (const address of ['one', 'other']) {
    const context = await browser.newContext()
    await joinAsPatient(context, 'harbor', {
      email: `${address}.${run}@example.test`,
      name,
      password: 'a long enough password',
    })
    await context.close()
  }
  const desk = await openAs(browser, 'admin@harbor.test', '/members')
  await desk.getByRole('link', { name: 'Review possible duplicates' }).click()
  await expect(desk.getByRole('heading', { level: 1, name: 'Possible duplicates' })).toBeVisible()
  const dismiss = desk.getByRole('button', { name: `${name} and ${name} are not the same person` })
  await expect(dismiss).toBeVisible()
  await expectAccessible(desk)
  await dismiss.click()
  await expect(desk.getByText('The pair is no longer listed').first()).toBeVisible()
  await expect(dismiss).toHaveCount(0)
  await desk.getByRole('button', { name: `List ${name} and ${name} again` }).click()
  await expect(dismiss).toBeVisible()
  await desk.getByRole('link', { name: `Compare ${name} and ${name}` }).click()
  await expect(desk.getByLabel('The other record')).toHaveValue(name)
  await expect(desk.getByText('Both records have their own account.')).toBeVisible()

  await desk.goto(`${clinicOrigin('harbor')}/members?invite=patient`)
  await desk.getByRole('dialog').getByLabel('Name').fill(name.toUpperCase())
  await expect(desk.getByText(`A patient called ${name} already exists.`).first()).toBeVisible()
  // Escape loses nothing that was entered
  await desk.keyboard.press('Escape')
  const question = desk.getByRole('alertdialog', { name: 'Leave without saving?' })
  await expect(question.getByText('Your entries have not been saved yet.')).toBeVisible()
  await question.getByRole('button', { name: 'Continue entering' }).click()
  await expect(desk.getByRole('dialog').getByLabel('Name')).toHaveValue(name.toUpperCase())
  await desk.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(desk.getByRole('dialog')).toHaveCount(0)
  await desk.context().close()
})
