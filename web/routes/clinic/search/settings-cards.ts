import { SlidersHorizontal } from 'lucide-react'
import { paths, withQuery } from '#domain/paths.ts'
import type { Permission } from '#domain/permissions.ts'
import { type SettingsCard, settingsCardIds } from '#domain/settings-card-ids.ts'
import { apiKeyTexts } from '#domain/texts/api-keys.ts'
import { clinicTierTexts } from '#domain/texts/clinic-tier.ts'
import { clinicTexts } from '#domain/texts/clinics.ts'
import { guardianTexts } from '#domain/texts/guardians.ts'
import { messageTexts } from '#domain/texts/messages.ts'
import { payoutTexts } from '#domain/texts/payouts.ts'
import { planTexts } from '#domain/texts/plans.ts'
import { receiptTexts } from '#domain/texts/receipts.ts'
import { schedulingPageTexts } from '#domain/texts/scheduling.ts'
import { settingsTexts } from '#domain/texts/settings.ts'
import { shellTexts } from '#domain/texts/shell.ts'
import { singleSignOnTexts } from '#domain/texts/single-sign-on.ts'
import { supportTexts } from '#domain/texts/support.ts'
import { twoFactorTexts } from '#domain/texts/two-factor.ts'
import { webhookTexts } from '#domain/texts/webhooks.ts'
import type { PaletteGroup } from '#web/features/shell/palette-options.ts'

interface Page {
  path: string
  name: string
  /** of the page */
  permission?: Permission
}

const { navigation } = settingsTexts
const ofClinic = (path: string, name: string): Page => ({ path, name, permission: 'clinic:update' })
const hours = ofClinic(paths.settingsHours, navigation.hours)
const website = ofClinic(paths.settingsWebsite, navigation.website)
const messages = ofClinic(paths.settingsMessages, navigation.messages)
const minors = ofClinic(paths.settingsMinors, navigation.minors)
const integrations = ofClinic(paths.settingsIntegrations, navigation.integrations)
const scheduling = (tab: string): Page => ({
  path: withQuery(paths.settingsScheduling, { tab }),
  name: navigation.scheduling,
  permission: 'scheduling:write',
})
const billing: Page = { path: paths.settingsBilling, name: navigation.billing, permission: 'billing:write' }
const security: Page = {
  path: paths.settingsSecurity,
  name: navigation.security,
  permission: 'security:write',
}
const money: Page = { path: paths.clinicMoney, name: shellTexts.clinicAreas.money, permission: 'money:read' }
const password: Page = { path: paths.settingsPassword, name: navigation.password }

/** Each card with its page, its title and other words that find it. */
const cards: Record<SettingsCard, readonly [page: Page, label: string, keywords: string]> = {
  logo: [website, clinicTexts.profile.logo, 'picture image brand mark'],
  color: [website, clinicTexts.profile.look, 'colour brand theme buttons'],
  hours: [hours, clinicTexts.hours.title, 'open closed days week times'],
  replies: [messages, clinicTexts.mail.title, 'email address answers reply-to mailbox sender'],
  brand: [website, clinicTexts.brand.title, 'color colour hide carefold'],
  guardians: [minors, guardianTexts.rules.title, 'parents children minors age of consent'],
  messages: [messages, messageTexts.settings.title, 'reply time away text vacation out of office'],
  publishableKey: [integrations, clinicTexts.publishableKey.title, 'api developers'],
  webhooks: [integrations, webhookTexts.title, 'api events developers zapier notify'],
  apiKeys: [integrations, apiKeyTexts.title, 'fhir programs secret smart'],
  providers: [
    scheduling('providers'),
    schedulingPageTexts.providers.title,
    'hours availability vacation calendar feed',
  ],
  visitTypes: [
    scheduling('visits'),
    schedulingPageTexts.types.title,
    'appointment kinds duration length cancellation',
  ],
  place: [scheduling('places'), schedulingPageTexts.place.title, 'location address directions'],
  rooms: [scheduling('places'), schedulingPageTexts.rooms.title, 'treatment rooms equipment'],
  twoStep: [password, twoFactorTexts.settings.title, '2fa mfa authenticator passkey recovery codes'],
  paymentMethod: [billing, clinicTierTexts.billing.method.title, 'card credit'],
  billingAddress: [billing, clinicTierTexts.billing.address.title, 'invoice vat tax company'],
  singleSignOn: [security, singleSignOnTexts.settings.title, 'sso saml okta entra domain'],
  support: [security, supportTexts.clinic.title, 'help carefold access'],
  bankDebits: [money, payoutTexts.bankDebits.title, 'ach debit direct pad checking account'],
  receiptDetails: [money, receiptTexts.details.title, 'npi superbill tax id'],
  tax: [money, payoutTexts.tax.title, 'sales tax vat gst'],
  payouts: [money, payoutTexts.account.title, 'stripe bank connect'],
  lawPlace: [money, planTexts.place.title, 'law refunds region'],
}

/** The cards of the pages that the user may open. */
export function settingsCards(may: (permission: Permission) => boolean): PaletteGroup {
  const options = Object.entries(cards).flatMap(([card, [page, label, keywords]]) => {
    if (page.permission && !may(page.permission)) return []
    const path = `${page.path}#${settingsCardIds[card as SettingsCard]}`
    return [{ id: path.replace(/\W/g, '-'), label, note: page.name, keywords, icon: SlidersHorizontal, path }]
  })
  return { title: shellTexts.palette.cards, options }
}
