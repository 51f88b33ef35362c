import type { Services } from '#server/clinic/action.ts'
import type { ConnectedClinic } from './connected-clinic.ts'
import { disconnectAccount, refreshAccount } from './refresh/refresh-account.ts'
import { refreshCard, refreshCardOwner } from './refresh/refresh-card.ts'
import { refreshCharge, refreshRefund } from './refresh/refresh-charge.ts'
import { refreshCheckout } from './refresh/refresh-checkout.ts'
import { refreshClinicCard, refreshClinicCardOwner } from './refresh/refresh-clinic-card.ts'
import {
  refreshClinicCharge,
  refreshClinicInvoice,
  refreshClinicRefund,
} from './refresh/refresh-clinic-invoice.ts'
import { refreshDispute } from './refresh/refresh-dispute.ts'
import { refreshInvoice } from './refresh/refresh-invoice.ts'
import { refreshPayout } from './refresh/refresh-payout.ts'
import { refreshSubscription } from './refresh/refresh-subscription.ts'
import { refreshTier } from './refresh/refresh-tier.ts'
import { refreshTierCheckout } from './refresh/refresh-tier-checkout.ts'

export interface StoredEvent {
  id: string
  type: string
  objectId: string | null
}

/** Each relevant change of these also causes an event of another object. */
const neverRead = /^(payment_intent|setup_intent|product|price|balance|capability|subscription_schedule)\./

/** Whether events of this type are only stored. */
export function isIgnoredEvent(type: string): boolean {
  return neverRead.test(type)
}

/** Events of one object with the same key need one read. */
export function subjectOf({ type, objectId }: StoredEvent): string {
  return type.startsWith('account.') ? type : (objectId ?? type)
}

/** Refreshes the object of an event in a clinic's account, by the object's id. */
export function routeClinicEvent(
  services: Services,
  clinic: ConnectedClinic,
  event: StoredEvent,
): Promise<string> {
  if (event.type === 'account.updated') return refreshAccount(services, clinic.account)
  if (event.type === 'account.application.deauthorized') return disconnectAccount(services, clinic.account)
  const id = event.objectId ?? ''
  switch (id.split('_')[0]) {
    case 'cs':
      return refreshCheckout(services, clinic, id, event.id)
    case 'sub':
      return refreshSubscription(services, clinic, id)
    case 'in':
      return refreshInvoice(services, clinic, id, event.id)
    case 'ch':
    case 'py':
      return refreshCharge(services, clinic, id, event.id)
    case 're':
    case 'pyr':
      return refreshRefund(services, clinic, id, event.id)
    case 'du':
    case 'dp':
      return refreshDispute(services, clinic, id, event.id)
    case 'po':
      return refreshPayout(services, clinic, id, event.id)
    case 'cus':
      return refreshCard(services, clinic, id)
    case 'pm':
    case 'card':
      return refreshCardOwner(services, clinic, id)
    default:
      return Promise.resolve('ignored')
  }
}

/** The same for the platform's own account, whose customers are clinics. */
export async function routePlatformEvent(services: Services, event: StoredEvent): Promise<string> {
  const id = event.objectId ?? ''
  switch (id.split('_')[0]) {
    case 'cs':
      return refreshTierCheckout(services, id)
    case 'sub': {
      const { customer } = await services.stripe.subscriptions.read(null, id)
      return customer ? refreshTier(services, customer) : 'not ours'
    }
    case 'in':
      return refreshClinicInvoice(services, id, event.id)
    case 'ch':
    case 'py':
      return refreshClinicCharge(services, id, event.id)
    case 're':
    case 'pyr':
      return refreshClinicRefund(services, id, event.id)
    case 'cus':
      return refreshClinicCard(services, id)
    case 'pm':
    case 'card':
      return refreshClinicCardOwner(services, id)
    default:
      return 'ignored'
  }
}
