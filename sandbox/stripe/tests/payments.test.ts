import type { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { testCards } from '../billing/checkout/cards.ts'
import { aPayer, aSandbox, type SandboxBench } from '../testing/a-sandbox.ts'

type CardError = Stripe.errors.StripeCardError

function pay({ stripe }: SandboxBench, card: string, more: Partial<Stripe.PaymentIntentCreateParams> = {}) {
  return stripe.paymentIntents.create({
    amount: 4900,
    currency: 'usd',
    payment_method: card,
    confirm: true,
    return_url: 'http://localhost/back',
    ...more,
  })
}

describe('test cards', () => {
  it.each(['pm_card_visa', 'pm_card_mastercard', 'pm_card_amex'])('%s succeeds', async (card) => {
    const bench = await aSandbox()
    const intent = await pay(bench, card)
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 4900 })
    expect(await bench.stripe.charges.retrieve(intent.latest_charge as string)).toMatchObject({
      paid: true,
      captured: true,
      payment_method_details: { card: { brand: card.replace('pm_card_', '') } },
    })
  })

  it.each([
    ['pm_card_chargeDeclined', 'card_declined', 'generic_decline'],
    ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline'],
    ['pm_card_visa_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card'],
  ])('%s is declined and cannot be saved', async (card, code, declineCode) => {
    const bench = await aSandbox()
    const error = await pay(bench, card).catch((thrown: CardError) => thrown)
    expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, code, decline_code: declineCode })
    const intent = (error as CardError).payment_intent
    expect(intent).toMatchObject({ status: 'requires_payment_method', last_payment_error: { code } })
    expect((await bench.stripe.charges.list()).data).toMatchObject([{ paid: false, failure_code: code }])
    const customer = await bench.stripe.customers.create()
    await expect(bench.stripe.paymentMethods.attach(card, { customer: customer.id })).rejects.toMatchObject({
      type: 'StripeCardError',
      decline_code: declineCode,
    })
  })

  it('pm_card_chargeCustomerFail can be saved, but every charge is declined', async () => {
    const bench = await aSandbox()
    const customer = await aPayer(bench, 'pm_card_chargeCustomerFail')
    const method = customer.invoice_settings.default_payment_method as string
    await expect(pay(bench, method, { customer: customer.id })).rejects.toMatchObject({
      code: 'card_declined',
    })
  })

  it.each(['pm_card_authenticationRequired', 'pm_card_threeDSecure2Required'])(
    '%s asks the bank each time, and collects the money once the payer approves',
    async (card) => {
      const bench = await aSandbox()
      const intent = await pay(bench, card)
      expect(intent.status).toBe('requires_action')
      expect((await bench.stripe.charges.list()).data).toEqual([])
      const bank = intent.next_action?.redirect_to_url?.url ?? ''
      expect((await bench.open(bank)).text).toContain('Your bank asks you')
      const answer = await bench.send(bank, { answer: 'approve' })
      expect(answer.location).toBe(
        `http://localhost/back?payment_intent=${intent.id}&redirect_status=succeeded`,
      )
      expect((await bench.stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')
      await expect(pay(bench, card, { off_session: true })).rejects.toMatchObject({
        code: 'authentication_required',
      })
    },
  )

  it('a payer who refuses at the bank is not charged', async () => {
    const bench = await aSandbox()
    const intent = await pay(bench, 'pm_card_threeDSecure2Required')
    const bank = intent.next_action?.redirect_to_url?.url ?? ''
    expect((await bench.send(bank, { answer: 'refuse' })).location).toContain('redirect_status=failed')
    expect(await bench.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    })
    expect((await bench.open(bank)).status).toBe(410)
  })

  it('pm_card_authenticationRequiredOnSetup asks until it is set up for off-session charges', async () => {
    const bench = await aSandbox()
    const { stripe } = bench
    const customer = await stripe.customers.create()
    const setup = await stripe.setupIntents.create({
      customer: customer.id,
      payment_method: 'pm_card_authenticationRequiredOnSetup',
      confirm: true,
      return_url: 'http://localhost/back',
    })
    expect(setup.status).toBe('requires_action')
    await bench.send(setup.next_action?.redirect_to_url?.url ?? '', { answer: 'approve' })
    const done = await stripe.setupIntents.retrieve(setup.id)
    expect(done.status).toBe('succeeded')
    const paid = await pay(bench, done.payment_method as string, { customer: customer.id, off_session: true })
    expect(paid.status).toBe('succeeded')
  })

  it('are the only numbers accepted, and no number is stored', async () => {
    const saved: string[] = []
    const store = {
      load: async () => [],
      save: async (changes: unknown) => void saved.push(JSON.stringify(changes)),
    }
    const { stripe } = await aSandbox({ store })
    const card = (number: string) =>
      stripe.paymentMethods.create({
        type: 'card',
        card: { number, exp_month: 12, exp_year: 2034, cvc: '123' },
      })
    await expect(card('4111111111111111')).rejects.toMatchObject({ decline_code: 'test_mode_live_card' })
    expect(await card('4242424242424242')).toMatchObject({ card: { last4: '4242', exp_year: 2034 } })
    expect(await stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } })).toMatchObject({
      card: { brand: 'visa' },
    })
    expect(saved.join()).not.toContain('4242424242424242')
    expect(saved.join()).not.toContain('4111111111111111')
  })

  it('are Stripe’s: sixteen digits with a valid Luhn check, or fifteen for amex', () => {
    for (const { number, brand } of testCards) {
      expect(number).toHaveLength(brand === 'amex' ? 15 : 16)
      const sum = [...number].reverse().reduce((total, digit, index) => {
        const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2)
        return total + (doubled > 9 ? doubled - 9 : doubled)
      }, 0)
      expect(sum % 10).toBe(0)
    }
  })
})

describe('payment methods', () => {
  it('belong to one customer at a time and lose their default when detached', async () => {
    const bench = await aSandbox()
    const customer = await aPayer(bench)
    const other = await bench.stripe.customers.create()
    const id = customer.invoice_settings.default_payment_method as string
    await expect(bench.stripe.paymentMethods.attach(id, { customer: other.id })).rejects.toMatchObject({
      statusCode: 400,
    })
    expect(
      (await bench.stripe.customers.listPaymentMethods(customer.id)).data.map((each) => each.id),
    ).toEqual([id])
    await expect(pay(bench, id, { customer: other.id })).rejects.toMatchObject({ param: 'payment_method' })
    await bench.stripe.paymentMethods.detach(id)
    const after = await bench.stripe.customers.retrieve(customer.id)
    expect((after as Stripe.Customer).invoice_settings.default_payment_method).toBeNull()
    expect((await bench.stripe.paymentMethods.list({ customer: customer.id })).data).toEqual([])
  })

  it('must belong to the customer to become the default', async () => {
    const bench = await aSandbox()
    const owner = await aPayer(bench)
    const other = await bench.stripe.customers.create()
    await expect(
      bench.stripe.customers.update(other.id, {
        invoice_settings: { default_payment_method: owner.invoice_settings.default_payment_method as string },
      }),
    ).rejects.toMatchObject({ code: 'resource_missing' })
  })
})

describe('payment intents', () => {
  it('can be confirmed later, and canceled', async () => {
    const { stripe } = await aSandbox()
    const open = await stripe.paymentIntents.create({ amount: 1000, currency: 'usd' })
    expect(open.status).toBe('requires_payment_method')
    await expect(stripe.paymentIntents.confirm(open.id)).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
    const paid = await stripe.paymentIntents.confirm(open.id, { payment_method: 'pm_card_visa' })
    expect(paid.status).toBe('succeeded')
    await expect(stripe.paymentIntents.cancel(open.id)).rejects.toMatchObject({ statusCode: 400 })
    const other = await stripe.paymentIntents.create({ amount: 1000, currency: 'usd' })
    const canceled = await stripe.paymentIntents.cancel(other.id, { cancellation_reason: 'abandoned' })
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' })
  })

  it('accept another card after a decline', async () => {
    const bench = await aSandbox()
    const error = (await pay(bench, 'pm_card_chargeDeclined').catch((thrown) => thrown)) as CardError
    const again = await bench.stripe.paymentIntents.confirm(error.payment_intent?.id ?? '', {
      payment_method: 'pm_card_visa',
    })
    expect(again.status).toBe('succeeded')
    expect(
      (await bench.stripe.charges.list({ payment_intent: again.id })).data.map((each) => each.paid),
    ).toEqual([true, false])
  })
})

describe('money', () => {
  it('arrives less Stripe’s fee, and is available two days later', async () => {
    const bench = await aSandbox()
    const intent = await pay(bench, 'pm_card_visa')
    const charge = await bench.stripe.charges.retrieve(intent.latest_charge as string, {
      expand: ['balance_transaction'],
    })
    const balance = charge.balance_transaction as Stripe.BalanceTransaction
    expect(balance).toMatchObject({ amount: 4900, fee: 172, net: 4728, status: 'pending', type: 'charge' })
    bench.time.pass(2)
    expect((await bench.stripe.balanceTransactions.retrieve(balance.id)).status).toBe('available')
  })

  it('can be refunded in parts, up to the amount paid', async () => {
    const bench = await aSandbox()
    const { stripe } = bench
    const intent = await pay(bench, 'pm_card_visa')
    const refund = await stripe.refunds.create({ payment_intent: intent.id, amount: 1900 })
    expect(refund).toMatchObject({ amount: 1900, status: 'succeeded' })
    await expect(stripe.refunds.create({ payment_intent: intent.id, amount: 3001 })).rejects.toMatchObject({
      statusCode: 400,
      message: 'Refund amount ($30.01) is greater than unrefunded amount on charge ($30.00)',
    })
    await stripe.refunds.create({ charge: intent.latest_charge as string })
    expect(await stripe.charges.retrieve(intent.latest_charge as string)).toMatchObject({
      amount_refunded: 4900,
      refunded: true,
    })
    await expect(stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    })
    const movements = await stripe.balanceTransactions.list()
    expect(movements.data.map((each) => each.amount)).toEqual([-3000, -1900, 4900])
    expect((await stripe.refunds.list({ charge: intent.latest_charge as string })).data).toHaveLength(2)
  })

  it('cannot be collected by a clinic before onboarding', async () => {
    const { stripe } = await aSandbox()
    const { id: stripeAccount } = await stripe.accounts.create({})
    await expect(
      stripe.paymentIntents.create(
        { amount: 1000, currency: 'usd', payment_method: 'pm_card_visa', confirm: true },
        { stripeAccount },
      ),
    ).rejects.toMatchObject({ code: 'charges_disabled' })
    expect((await stripe.paymentIntents.list({}, { stripeAccount })).data).toEqual([])
  })
})

describe('a disputed payment', () => {
  const disputeOf = async (bench: SandboxBench) => {
    const { latest_charge: charge } = await pay(bench, 'pm_card_createDispute')
    const { data } = await bench.stripe.disputes.list({ charge: String(charge) })
    return { charge: String(charge), id: data[0]?.id ?? '' }
  }

  it('succeeds, and the bank withdraws the money and a fee until the decision', async () => {
    const bench = await aSandbox()
    const { charge, id } = await disputeOf(bench)
    expect(await bench.stripe.charges.retrieve(charge)).toMatchObject({ paid: true, disputed: true })
    expect(await bench.stripe.disputes.retrieve(id)).toMatchObject({
      status: 'needs_response',
      reason: 'fraudulent',
      balance_transactions: [{ amount: -4900, fee: 1500, net: -6400 }],
    })
  })

  it('cannot be refunded unless the clinic has won', async () => {
    const bench = await aSandbox()
    const { charge, id } = await disputeOf(bench)
    await expect(bench.stripe.refunds.create({ charge })).rejects.toMatchObject({ code: 'charge_disputed' })
    await bench.stripe.disputes.update(id, {
      evidence: { uncategorized_text: 'winning_evidence' },
      submit: true,
    })
    expect(await bench.stripe.refunds.create({ charge })).toMatchObject({ amount: 4900, status: 'succeeded' })
  })

  it.each([
    ['winning_evidence', 'won', 2],
    ['losing_evidence', 'lost', 1],
    ['A visit on May 3', 'under_review', 1],
  ])('with the evidence %s is %s, and accepts no other', async (words, status, movements) => {
    const bench = await aSandbox()
    const { id } = await disputeOf(bench)
    const answer = { evidence: { uncategorized_text: words } }
    const kept = await bench.stripe.disputes.update(id, { ...answer, submit: false })
    expect(kept).toMatchObject({ status: 'needs_response', evidence_details: { has_evidence: true } })
    const { status: decided, balance_transactions } = await bench.stripe.disputes.update(id, answer)
    expect([decided, balance_transactions.length]).toEqual([status, movements])
    await expect(bench.stripe.disputes.update(id, answer)).rejects.toMatchObject({ statusCode: 400 })
  })

  it('is lost once it is closed', async () => {
    const bench = await aSandbox()
    const { id } = await disputeOf(bench)
    expect(await bench.stripe.disputes.close(id)).toMatchObject({ status: 'lost' })
    await expect(bench.stripe.disputes.close(id)).rejects.toMatchObject({ statusCode: 400 })
  })
})
