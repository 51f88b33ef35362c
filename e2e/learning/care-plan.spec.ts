import { expectAccessible } from '../support/accessibility.ts'
import { joinAsPatient, openAs } from '../support/people.ts'
import { clinicOrigin, expectLoaded } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

// spec: B2.4 The patient reads the care plan that the team writes
test('the team writes a care plan from templates, and its patient reads it', async ({ browser }) => {
  const name = `Wanda Plan ${Date.now().toString(36)}`
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.test`
  await joinAsPatient(context, 'sunrise', { email, name, password: 'a long enough password' })

  const page = await openAs(browser, 'staff@sunrise.test', `/members?search=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name }).first().click()
  await page.getByRole('tab', { name: 'Care' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.getByRole('link', { name: 'Change care plan' }).click()
  await page.getByRole('button', { name: 'Add from a template' }).click()
  await page.getByRole('menuitem', { name: /^Ontario/ }).click()
  await page.getByLabel('Fee').first().fill('54')
  await page.getByLabel('Fee').nth(1).fill('about 80')
  await page.getByRole('button', { name: 'Add from a template' }).click()
  await page.getByRole('menuitem', { name: /^Six themes/ }).click()
  await page.getByLabel('Patient’s score').first().selectOption('7')
  await page.getByLabel('Lessons').first().selectOption({ label: 'Sleeping better without pills' })
  await page
    .getByLabel(/^Featured Theme/)
    .first()
    .check()
  await page.getByRole('button', { name: 'Save care plan' }).click()
  await expect(page.getByText('Please enter an amount').first()).toBeVisible()
  await page.getByLabel('Fee').nth(1).fill('87.35')
  await expectAccessible(page)

  const template = `Our plan ${Date.now().toString(36)}`
  await page.getByRole('button', { name: 'Save as a template' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save as a template' })
  await dialog.getByRole('button', { name: 'Save template' }).click()
  await expect(dialog.getByText('Please fill this in.')).toBeVisible()
  await dialog.getByLabel('Title').fill(template)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save template' }).click()
  await expect(page.getByText('Template saved')).toBeVisible()

  await page.getByRole('button', { name: 'Save care plan' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.getByRole('button', { name: 'Show care plan' }).click()
  await expect(page.getByRole('table', { name: 'Visit plan' }).getByRole('row')).toHaveCount(6)

  const patient = await context.newPage()
  await patient.goto(`${clinicOrigin('sunrise')}/home`)
  await expectLoaded(patient)
  const featured = patient.getByRole('region', { name: 'Featured Theme' })
  await expect(featured.getByText('7 out of 10')).toBeVisible()
  await expect(featured.getByRole('link', { name: 'Sleeping better without pills' })).toBeVisible()
  await patient.getByRole('button', { name: 'Mental Health' }).click()
  await expect(patient.getByRole('heading', { name: 'Handling stress' })).toBeVisible()
  await expect(patient.getByText('Care Plan Timeline')).toHaveCount(0)
  await expectAccessible(patient)
  await patient.getByText(/^\d visits, \$141\.35 in total$/).click()
  await patient.getByRole('link', { name: 'Print or save' }).click()
  await expect(patient.getByRole('button', { name: 'Print', exact: true })).toBeVisible()
  await expect(patient.getByText('$141.35', { exact: true }).filter({ visible: true })).toBeVisible()
  await context.close()

  // the template has no score of the patient, is changed, and deleted with undo
  await page.getByRole('link', { name: 'Change care plan' }).click()
  await page.getByRole('button', { name: 'Add from a template' }).click()
  await expect(page.getByRole('menuitem', { name: template })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Manage templates' }).click()
  await page.getByRole('link', { name: `Edit “${template}”` }).click()
  await expect(page.getByLabel('Fee').nth(1)).toHaveValue('87.35')
  await expect(page.getByLabel('Patient’s score')).toHaveCount(0)
  await page.getByLabel('Description').fill('For most of our patients')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save template' }).click()
  await expect(page.getByText('For most of our patients')).toBeVisible()
  const remove = async () => {
    await page.getByRole('button', { name: `Delete “${template}”` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  }
  await remove()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Template restored')).toBeVisible()
  await remove()
  await expect(page.getByRole('link', { name: `Edit “${template}”` })).toHaveCount(0)
})
