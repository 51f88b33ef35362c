import { expect, it } from 'vitest'
import { setUpSale } from '#testing/money/set-up.ts'
import { saveBillingAddress } from './save-billing-address.ts'

const { test, clinic } = await setUpSale()

const address = {
  version: 0,
  name: 'Sunrise Family Clinic PLLC',
  line1: '12 Orchard Street',
  line2: '',
  city: 'Toronto',
  state: 'ON',
  postalCode: 'm5v 2t6',
  country: 'CA',
}

async function atStripe() {
  const [row] = await test.db.asOwner<{ id: string }>(
    'select stripe_customer as id from clinic_billing where clinic_id = $1',
    [clinic.id],
  )
  return test.client.customers.retrieve(row?.id ?? '')
}

// spec: B2.8 The billing address is on the next invoice
it('is on Carefold’s invoices from the next one on', async () => {
  expect(await test.call(saveBillingAddress, clinic.admin.caller(), address)).toEqual({ version: 1 })
  await test.work()
  expect(await atStripe()).toMatchObject({
    name: 'Sunrise Family Clinic PLLC',
    address: {
      line1: '12 Orchard Street',
      line2: null,
      city: 'Toronto',
      postal_code: 'M5V 2T6',
      country: 'CA',
    },
  })
  await test.call(saveBillingAddress, clinic.admin.caller(), { ...address, version: 1, line2: 'Suite 4' })
  await test.work()
  const customer = await atStripe()
  expect(customer).toMatchObject({ address: { line2: 'Suite 4' } })
  const invoice = await test.client.invoices.create({ customer: customer.id, auto_advance: false })
  expect(invoice).toMatchObject({
    customer_name: 'Sunrise Family Clinic PLLC',
    customer_address: { line2: 'Suite 4', city: 'Toronto' },
  })
})

it('refuses a save on top of another tab’s', async () => {
  await expect(test.call(saveBillingAddress, clinic.admin.caller(), address)).rejects.toMatchObject({
    code: 'changed_elsewhere',
  })
})
