import type { Stripe } from 'stripe'
import type { DebitCapability } from '#domain/payouts/bank-debits.ts'
import { medicalMerchantCode } from '#domain/payouts/merchant-code.ts'
import { ask, make, options } from './client.ts'

/** The state of a connected account: states, not a flag (docs/domain-rules.md rule 22). */
export interface AccountFacts {
  id: string
  detailsSubmitted: boolean
  chargesEnabled: boolean
  payoutsEnabled: boolean
  requirementsDue: string[]
  requirementsPastDue: string[]
  disabledReason: string | null
  /** Four digits; null before Stripe knows it. */
  merchantCode: string | null
  /** Of the bank debits of the account's country; null: never requested. */
  bankDebits: DebitCapability | null
}

/** Direct charges, the clinic is the merchant (docs/payments.md 4). */
export function accountOperations(client: Stripe) {
  return {
    /** With the full dashboard; the clinic pays its fees and disputes. */
    async create(clinic: {
      clinicId: string
      name: string
      country: string
      timeZone: string
      key: string
    }): Promise<AccountFacts> {
      const account = await make(() =>
        client.accounts.create(
          {
            country: clinic.country,
            // shown on the payment page and on the patient's card statement
            business_profile: { name: clinic.name, mcc: medicalMerchantCode },
            controller: {
              fees: { payer: 'account' },
              losses: { payments: 'stripe' },
              requirement_collection: 'stripe',
              stripe_dashboard: { type: 'full' },
            },
            // the zone of Stripe's documents is the owner's choice in the dashboard; this notes the right one
            metadata: { clinic: clinic.clinicId, time_zone: clinic.timeZone },
          },
          options(null, clinic.key),
        ),
      )
      return accountFacts(account)
    },

    async read(account: string): Promise<AccountFacts> {
      return accountFacts(await ask(() => client.accounts.retrieve(account, {}, {})))
    },

    /** Requests the capability to debit bank accounts of its country. Idempotent. */
    async requestBankDebits(account: string): Promise<AccountFacts> {
      const { country } = await ask(() => client.accounts.retrieve(account, {}, {}))
      const requested = { requested: true }
      const capabilities =
        country === 'CA' ? { acss_debit_payments: requested } : { us_bank_account_ach_payments: requested }
      return accountFacts(await ask(() => client.accounts.update(account, { capabilities })))
    },

    /** @returns a single-use address where the clinic gives Stripe the required data */
    async onboardingPage(page: {
      account: string
      returnUrl: string
      refreshUrl: string
      key: string
    }): Promise<string> {
      const link = await ask(() =>
        client.accountLinks.create(
          {
            account: page.account,
            type: 'account_onboarding',
            return_url: page.returnUrl,
            refresh_url: page.refreshUrl,
          },
          options(null, page.key),
        ),
      )
      return link.url
    },
  }
}

function accountFacts(account: Stripe.Account): AccountFacts {
  return {
    id: account.id,
    detailsSubmitted: account.details_submitted,
    chargesEnabled: account.charges_enabled,
    payoutsEnabled: account.payouts_enabled,
    requirementsDue: account.requirements?.currently_due ?? [],
    requirementsPastDue: account.requirements?.past_due ?? [],
    disabledReason: account.requirements?.disabled_reason ?? null,
    merchantCode: account.business_profile?.mcc ?? null,
    bankDebits: bankDebitsOf(account),
  }
}

function bankDebitsOf({ country, capabilities }: Stripe.Account): DebitCapability | null {
  const state =
    country === 'CA' ? capabilities?.acss_debit_payments : capabilities?.us_bank_account_ach_payments
  if (!state) return null
  if (state === 'active') return 'active'
  return state === 'pending' ? 'pending' : 'inactive'
}
