/** Ids of the settings cards that search everywhere leads to. */
export const settingsCardIds = {
  logo: 'logo',
  color: 'color',
  hours: 'hours',
  replies: 'replies',
  brand: 'brand',
  guardians: 'guardians',
  messages: 'messages',
  publishableKey: 'publishable-key',
  webhooks: 'webhooks',
  apiKeys: 'api-keys',
  providers: 'providers',
  visitTypes: 'visit-types',
  place: 'place',
  rooms: 'rooms',
  twoStep: 'two-step',
  paymentMethod: 'payment-method',
  billingAddress: 'billing-address',
  singleSignOn: 'single-sign-on',
  support: 'support-access',
  receiptDetails: 'receipt-details',
  tax: 'tax',
  bankDebits: 'bank-debits',
  payouts: 'payout-account',
  lawPlace: 'state-or-province',
} as const

export type SettingsCard = keyof typeof settingsCardIds
