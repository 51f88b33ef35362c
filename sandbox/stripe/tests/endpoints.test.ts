import { expect, it } from 'vitest'
import { endpoints } from '../routes/index.ts'

/** The endpoints of docs/payments.md 3. */
const documented = `
POST customers | GET customers | POST customers/:id | GET customers/:id | DELETE customers/:id | GET customers/:id/payment_methods
POST payment_methods | GET payment_methods | GET payment_methods/:id | POST payment_methods/:id/attach | POST payment_methods/:id/detach
POST products | GET products | POST products/:id | GET products/:id
POST prices | GET prices | POST prices/:id | GET prices/:id
POST tax_rates | GET tax_rates | POST tax_rates/:id | GET tax_rates/:id
POST coupons | GET coupons | GET coupons/:id | DELETE coupons/:id
POST payment_intents | GET payment_intents | POST payment_intents/:id/confirm | POST payment_intents/:id/cancel | GET payment_intents/:id
GET charges | GET charges/:id
POST refunds | GET refunds | GET refunds/:id
GET disputes | GET disputes/:id | POST disputes/:id | POST disputes/:id/close
POST files | GET files | GET files/:id
POST setup_intents | GET setup_intents/:id
GET balance | POST payouts | GET payouts | GET payouts/:id | POST payouts/:id | POST payouts/:id/cancel
GET balance_transactions | GET balance_transactions/:id
POST checkout/sessions | GET checkout/sessions | GET checkout/sessions/:id | GET checkout/sessions/:id/line_items | POST checkout/sessions/:id/expire
POST billing_portal/sessions | POST billing_portal/configurations | GET billing_portal/configurations | GET billing_portal/configurations/:id | POST billing_portal/configurations/:id
POST subscriptions | GET subscriptions | POST subscriptions/:id | DELETE subscriptions/:id | POST subscriptions/:id/pause | POST subscriptions/:id/resume | GET subscriptions/:id
POST subscription_schedules | GET subscription_schedules | GET subscription_schedules/:id | POST subscription_schedules/:id | POST subscription_schedules/:id/cancel | POST subscription_schedules/:id/release
POST invoiceitems | GET invoiceitems | GET invoiceitems/:id | DELETE invoiceitems/:id
POST invoices | POST invoices/create_preview | GET invoices | POST invoices/:id | POST invoices/:id/finalize | POST invoices/:id/pay
POST invoices/:id/void | POST invoices/:id/mark_uncollectible | DELETE invoices/:id | GET invoices/:id
GET invoice_payments
POST invoices/:id/send | POST refunds/:id
POST accounts | GET accounts | GET accounts/:id | POST accounts/:id | DELETE accounts/:id
POST payment_methods/:id | POST setup_intents/:id/cancel | DELETE products/:id
POST account_links
POST test_helpers/test_clocks | GET test_helpers/test_clocks | POST test_helpers/test_clocks/:id/advance | GET test_helpers/test_clocks/:id
GET events | GET events/:id
POST webhook_endpoints | GET webhook_endpoints | DELETE webhook_endpoints/:id
`
  .split(/[|\n]/)
  .map((each) => each.trim())
  .filter(Boolean)

it('are all present, each once', () => {
  expect(documented).toHaveLength(112)
  const there = endpoints.map(({ method, path }) => `${method} ${path}`)
  expect(documented.filter((each) => !there.includes(each))).toEqual([])
  expect(new Set(there).size).toBe(there.length)
})
