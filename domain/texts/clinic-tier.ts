/** What a clinic pays for its tier: the pricing page and the way back from paying. Wording where given: docs/specification.md B2.1, B8 and B9. */
export const clinicTierTexts = {
  pricing: {
    title: 'Plans for every clinic',
    lead: 'Start small and move up when your membership grows. Prices are in US dollars, per month.',
    perMonth: '/ month',
    popular: 'Popular',
    subscribe: 'Subscribe',
    processing: 'Processing...',
    signUp: 'Sign Up',
    failedTitle: 'Failed to start subscription',
    failed: 'There was an error processing your request. Please try again.',
    noUrl: 'No checkout URL returned',
    chooseClinic: (plan: string) => `${plan} for which clinic?`,
    chooseClinicLead: 'You run several clinics. Each has a plan of its own.',
    notAdmin: 'Only a clinic’s admin can choose its plan.',
  },

  checkout: {
    done: 'Thank you',
    confirming: 'Your clinic’s plan becomes active as soon as the payment is confirmed.',
  },
} as const
