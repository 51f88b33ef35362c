import { type MetadataChange, mergeMetadata } from '../kernel/params.ts'
import { newId } from '../world/ids.ts'
import type { Records } from '../world/records.ts'
import { platform, type Scope } from '../world/scope.ts'
import { invalidRequest } from '../world/stripe-failure.ts'

type Account = Records['account']

export interface NewAccount {
  type?: Account['type'] | undefined
  country?: string | null
  email?: string | null
  controller?: Partial<NonNullable<Account['controller']>>
  capabilities?: Record<string, boolean>
  businessName?: string | null
  businessProfile?: Partial<NonNullable<Account['business_profile']>>
  metadata?: MetadataChange
}

const openRequirements = [
  'business_profile.product_description',
  'business_profile.support_phone',
  'business_profile.url',
  'business_type',
  'external_account',
  'representative.first_name',
  'representative.last_name',
  'tos_acceptance.date',
]

/** Cannot charge before onboarding. */
export function createAccount(scope: Scope, given: NewAccount): Account {
  const id = newId('acct', 16)
  const capabilities = given.capabilities ?? { card_payments: true, transfers: true }
  scope.add('account', {
    id,
    business_profile: {
      mcc: null,
      minority_owned_business_designation: null,
      name: null,
      product_description: null,
      specified_commercial_transactions_act_url: null,
      support_address: null,
      support_email: null,
      support_phone: null,
      support_url: null,
      url: null,
      ...given.businessProfile,
    },
    business_type: null,
    capabilities: Object.fromEntries(Object.keys(capabilities).map((name) => [name, 'inactive'])),
    controller: {
      fees: { payer: 'account' },
      is_controller: true,
      losses: { payments: 'stripe' },
      requirement_collection: 'stripe',
      stripe_dashboard: { type: 'full' },
      type: 'application',
      ...given.controller,
    },
    country: given.country ?? 'US',
    created: scope.now,
    default_currency: given.country === 'CA' ? 'cad' : 'usd',
    email: given.email ?? null,
    external_accounts: {
      object: 'list',
      data: [],
      has_more: false,
      url: `/v1/accounts/${id}/external_accounts`,
    },
    future_requirements: noRequirements(),
    metadata: mergeMetadata({}, given.metadata),
    requirements: {
      ...noRequirements(),
      currently_due: openRequirements,
      disabled_reason: 'requirements.past_due',
      eventually_due: openRequirements,
      past_due: openRequirements,
    },
    settings: settingsOf(given.businessProfile?.name ?? null),
    tos_acceptance: { date: null, ip: null, user_agent: null },
    type: given.type ?? 'none',
  })
  return scope.must('account', id)
}

function noRequirements() {
  return {
    alternatives: [],
    current_deadline: null,
    currently_due: [],
    disabled_reason: null,
    errors: [],
    eventually_due: [],
    past_due: [],
    pending_verification: [],
  }
}

function settingsOf(name: string | null): Account['settings'] {
  return {
    branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
    card_payments: {
      decline_on: { avs_failure: false, cvc_failure: false },
      statement_descriptor_prefix: null,
      statement_descriptor_prefix_kana: null,
      statement_descriptor_prefix_kanji: null,
    },
    dashboard: { display_name: name, timezone: 'Etc/UTC' },
    invoices: { default_account_tax_ids: null, hosted_payment_method_save: 'never' },
    payments: {
      statement_descriptor: null,
      statement_descriptor_kana: null,
      statement_descriptor_kanji: null,
      statement_descriptor_prefix_kana: null,
      statement_descriptor_prefix_kanji: null,
    },
    payouts: {
      debit_negative_balances: true,
      schedule: { delay_days: 2, interval: 'daily' },
      statement_descriptor: null,
    },
  }
}

/** Of dates on the account's pages and documents. At Stripe only the account's owner chooses it, in the dashboard. */
export function accountZone(scope: Scope): string {
  const account: Account | undefined = scope.in(platform).find('account', scope.account)
  return account?.settings?.dashboard.timezone ?? 'Etc/UTC'
}

/** Chooses the time zone that the platform noted in the metadata, as the clinic would in its dashboard. */
export function completeOnboarding(platformScope: Scope, id: string): Account {
  const before = platformScope.must('account', id)
  const capabilities = Object.fromEntries(
    Object.keys(before.capabilities ?? {}).map((name) => [name, 'active']),
  )
  const after = platformScope.update('account', id, {
    capabilities,
    charges_enabled: true,
    details_submitted: true,
    payouts_enabled: true,
    requirements: noRequirements(),
    _paysOutFrom: platformScope.now,
    ...(before.settings && {
      settings: {
        ...before.settings,
        dashboard: {
          ...before.settings.dashboard,
          timezone: before.metadata?.time_zone ?? 'Etc/UTC',
        },
      },
    }),
    tos_acceptance: { date: platformScope.now, ip: '127.0.0.1', user_agent: null },
  })
  // The event belongs to the connected account, so it goes to the connect endpoints.
  platformScope.in(id).emit('account.updated', after, before)
  return after
}

export function changeAccount(
  platformScope: Scope,
  id: string,
  given: Pick<NewAccount, 'email' | 'businessProfile' | 'metadata' | 'capabilities'>,
): Account {
  const before = platformScope.must('account', id)
  const after = platformScope.update('account', id, {
    email: given.email === undefined ? before.email : given.email,
    ...(before.business_profile && {
      business_profile: { ...before.business_profile, ...given.businessProfile },
    }),
    ...(given.capabilities && { capabilities: changedCapabilities(before, given.capabilities) }),
    metadata: mergeMetadata(before.metadata ?? {}, given.metadata),
  })
  platformScope.in(id).emit('account.updated', after, before)
  return after
}

/** A requested capability is active as soon as the account may charge; one given up is inactive. */
function changedCapabilities(account: Account, given: Record<string, boolean>): Account['capabilities'] {
  for (const name of Object.keys(given)) {
    if (name === 'us_bank_account_ach_payments' && given[name] && account.country !== 'US') {
      throw invalidRequest(`The capability ${name} is not available in ${account.country}.`, {
        param: `capabilities[${name}]`,
      })
    }
  }
  const changed = Object.entries(given).map(([name, isRequested]) => [
    name,
    isRequested && account.charges_enabled ? 'active' : 'inactive',
  ])
  return { ...account.capabilities, ...Object.fromEntries(changed) }
}

/** Ends the connection. The platform loses access, and gets the account's last event. */
export function disconnectAccount(platformScope: Scope, id: string) {
  platformScope.must('account', id)
  const application = { id: 'ca_sandbox', object: 'application', name: 'Carefold' }
  platformScope.in(id).emit('account.application.deauthorized', application)
  platformScope.update('account', id, { _deleted: true })
  return { id, object: 'account', deleted: true }
}
