import { changeAccount, createAccount, disconnectAccount } from '../billing/accounts.ts'
import { del, get, list, post } from '../kernel/endpoint.ts'
import {
  boolean,
  fields,
  mergeMetadata,
  metadata,
  oneOf,
  type Param,
  required,
  text,
  webAddress,
} from '../kernel/params.ts'
import { platform, type Scope } from '../world/scope.ts'
import { invalidRequest, unsupported } from '../world/stripe-failure.ts'

const requested = fields({ requested: required(boolean) })

/** Any capability by name; each is `{requested: true}`. */
const capabilities: Param<Record<string, boolean>> = {
  read(raw, name) {
    if (typeof raw === 'string') throw invalidRequest(`Invalid object: ${name}`, { param: name })
    return Object.fromEntries(
      Object.entries(raw).map(([key, value]) => [key, requested.read(value, `${name}[${key}]`).requested]),
    )
  },
}

const businessProfile = fields({
  name: text,
  mcc: text,
})

const linkSeconds = 5 * 60

function homeOf(scope: Scope): Scope {
  if (!scope.isPlatform) throw unsupported('managing accounts as a connected account')
  return scope.in(platform)
}

export const accountEndpoints = [
  post(
    'accounts',
    {
      type: oneOf('standard', 'express', 'custom'),
      country: text,
      email: text,
      controller: fields({
        fees: fields({ payer: required(oneOf('account', 'application')) }),
        losses: fields({ payments: required(oneOf('stripe', 'application')) }),
        requirement_collection: oneOf('stripe', 'application'),
        stripe_dashboard: fields({ type: required(oneOf('full', 'express', 'none')) }),
      }),
      capabilities,
      business_profile: businessProfile,
      metadata,
    },
    (scope, params) => {
      const { fees, losses } = params.controller ?? {}
      if (params.type && params.controller)
        throw invalidRequest('You may only specify one of type and controller.')
      if (fees?.payer === 'account' && losses?.payments === 'application') {
        throw invalidRequest(
          'controller[losses][payments]=application is not allowed when the account pays fees.',
        )
      }
      const profile = Object.entries(params.business_profile ?? {}).filter(([, value]) => value !== undefined)
      const controller = Object.entries(params.controller ?? {}).filter(([, value]) => value !== undefined)
      return createAccount(homeOf(scope), {
        type: params.type,
        country: params.country ?? null,
        email: params.email ?? null,
        controller: Object.fromEntries(controller),
        ...(params.capabilities ? { capabilities: params.capabilities } : {}),
        businessProfile: Object.fromEntries(profile),
        metadata: mergeMetadata({}, params.metadata),
      })
    },
  ),
  list('accounts', {}, (scope) => homeOf(scope).all('account')),
  post(
    'accounts/:id',
    { email: text, business_profile: businessProfile, capabilities, metadata },
    (scope, params, id) => {
      const profile = Object.entries(params.business_profile ?? {}).filter(([, value]) => value !== undefined)
      return changeAccount(homeOf(scope), id, {
        email: params.email,
        businessProfile: Object.fromEntries(profile),
        metadata: params.metadata,
        ...(params.capabilities ? { capabilities: params.capabilities } : {}),
      })
    },
  ),
  del('accounts/:id', {}, (scope, _, id) => disconnectAccount(homeOf(scope), id)),
  get('accounts/:id', {}, (scope, _, id) => scope.in(platform).must('account', id)),
]

export const accountLinkEndpoints = [
  post(
    'account_links',
    {
      account: required(text),
      type: required(oneOf('account_onboarding', 'account_update')),
      refresh_url: required(webAddress),
      return_url: required(webAddress),
    },
    (scope, params) => {
      const home = homeOf(scope)
      const account = home.must('account', params.account, 'account')
      const link = home.add('account_link', {
        expires_at: scope.now + linkSeconds,
        _account: account.id,
        _refreshUrl: params.refresh_url,
        _returnUrl: params.return_url,
      })
      return home.update('account_link', link.id, {
        url: `${scope.pagesUrl}/pay/onboard/${account.id}/${link.id}`,
      })
    },
  ),
]
