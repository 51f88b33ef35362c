import { expectAccessibleInBothThemes } from './support/accessibility.ts'
import { joinAsPatient, openAs } from './support/people.ts'
import { clinicOrigin } from './support/product.ts'
import { expect, test } from './support/test.ts'

/* A desk finds who was entered twice, and moves out of a record what belongs to somebody else. */
for (const viewport of [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
]) {
  test(`possible duplicates are dismissed or compared, and a record is split, at ${viewport.width} px`, async ({
    browser,
  }) => {
    const run = `${Date.now().toString(36)}${viewport.width}`
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
    const desk = await openAs(browser, 'admin@harbor.test', '/members', { viewport })
    await desk.getByRole('link', { name: 'Look at possible duplicates' }).click()
    await expect(desk.getByRole('heading', { level: 1, name: 'Possible duplicates' })).toBeVisible()
    const dismiss = desk.getByRole('button', { name: `${name} and ${name} are not the same person` })
    await expect(dismiss).toBeVisible()
    await expectAccessibleInBothThemes(desk)
    await dismiss.click()
    await expect(desk.getByText('The pair is no longer listed').first()).toBeVisible()
    await expect(dismiss).toHaveCount(0)
    await desk.getByRole('button', { name: `List ${name} and ${name} again` }).click()
    await expect(dismiss).toBeVisible()
    await desk.getByRole('link', { name: `Compare ${name} and ${name}` }).click()
    await expect(desk.getByLabel('The other record')).toHaveValue(name)
    await expect(desk.getByText('Both people sign in with an account of their own.')).toBeVisible()
    await expectAccessibleInBothThemes(desk)

    // an invitation says who is here
    await desk.goto(`${clinicOrigin('harbor')}/members?invite=patient`)
    await desk.getByRole('dialog').getByLabel('Name').fill(name.toUpperCase())
    await expect(desk.getByText(`There is a patient called ${name} already.`).first()).toBeVisible()
    await desk.keyboard.press('Escape')

    // a note that belongs to somebody else
    await desk.goto(`${clinicOrigin('harbor')}/members?search=${encodeURIComponent(name)}`)
    await desk.getByRole('link', { name }).first().click()
    await expect(desk.getByRole('heading', { level: 1, name })).toBeVisible()
    await desk.getByRole('link', { name: 'Move a part to another record' }).click()
    await expect(desk.getByText('This record holds nothing that can be moved.')).toBeVisible()
    await desk.getByRole('link', { name: `Back to ${name}` }).click()
    const notes = desk.getByRole('region', { name: 'Notes of the team' })
    await notes.getByRole('button', { name: 'Add note' }).click()
    await notes.getByRole('textbox', { name: 'Note' }).fill('Prefers mornings')
    await notes.getByRole('button', { name: 'Save note' }).click()
    await expect(notes.getByText('Prefers mornings')).toBeVisible()
    await desk.getByRole('link', { name: 'Move a part to another record' }).click()
    await desk.getByRole('checkbox', { name: /Prefers mornings/ }).check()
    await desk.getByLabel('Name of the other person').fill(`Mia ${run}`)
    await expect(desk.getByText(`Moves to Mia ${run}`)).toBeVisible()
    await expect(desk.getByText('1 note', { exact: true })).toBeVisible()
    await expectAccessibleInBothThemes(desk)
    await desk.getByRole('button', { name: 'Move to the other record' }).click()
    await desk.getByRole('alertdialog').getByRole('button', { name: 'Move' }).click()
    await expect(desk.getByText('The record is split').first()).toBeVisible()
    const records = desk.getByRole('region', { name: 'One person, or two' })
    await expect(records.getByText(`One entry moved to Mia ${run}`)).toBeVisible()
    await expectAccessibleInBothThemes(desk)
    await records.getByRole('button', { name: `Take back what was moved, Mia ${run}` }).click()
    await desk.getByRole('alertdialog').getByRole('button', { name: 'Take back' }).click()
    await expect(desk.getByText('What was moved is back').first()).toBeVisible()
    await expect(records.getByText(`One entry moved to Mia ${run}`)).toHaveCount(0)
    await desk.context().close()
  })
}
