import { fields, type ReadParams, required, text } from '../kernel/params.ts'
import type { Records } from '../world/records.ts'

const addressFields = { city: text, country: text, line1: text, line2: text, postal_code: text, state: text }

const address = fields(addressFields)

function wholeAddress(given: ReadParams<typeof addressFields>) {
  const { city = null, country = null, line1 = null, line2 = null, state = null } = given
  return { city, country, line1, line2, postal_code: given.postal_code ?? null, state }
}

/** Clinics ship nothing, but their dashboard and other tools may send it. */
export const shipping = fields({
  address: required(address),
  name: required(text),
})

type Shipping = NonNullable<Records['payment_intent']['shipping']>

export function shippingOf(given: ReturnType<typeof shipping.read> | undefined): Shipping | null {
  if (!given) return null
  return {
    address: wholeAddress(given.address),
    name: given.name,
    carrier: null,
    phone: null,
    tracking_number: null,
  }
}
