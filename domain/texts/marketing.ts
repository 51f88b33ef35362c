/** The landing page. Wording where given: docs/specification.md A1, A8 and B8. */
export const marketingTexts = {
  landing: {
    title: 'Seamless Membership Management',
    lead: 'Carefold runs your self-pay wellness plans: patients choose a plan and join in a few minutes, payments come in every month, and you always see who is a member.',
    emailLabel: 'Clinic email',
    emailPlaceholder: 'you@yourclinic.com',
    submit: 'Get in touch',
    busy: 'Submitting...',
    submitted: 'Submitted!',
    success: 'Thank you! We received your email.',
    duplicate: 'This email has already been submitted.',
    failed: 'Submission failed. Please try again.',
    unexpected: 'An unexpected error occurred. Please try again.',
    getStarted: 'Get Started',
    viewPlans: 'View Plans',
    steps: [
      {
        title: 'Open your hub',
        text: 'Choose a name and an address. Your patients find you there, in your own color.',
      },
      {
        title: 'Publish a plan',
        text: 'Set the price, how often it is paid, and what it includes. Change it for new members any time.',
      },
      {
        title: 'Patients join and pay',
        text: 'They choose, pay by card and are members. You see it the moment it happens.',
      },
    ],
    stepsTitle: 'From first page to first member',
    feeTitle: 'You pay when your plans earn',
    fee: 'A commission of 12% on what your plans take in, worked out on the calendar month before. If the plans are unused, you owe nothing.',
  },

  /** an example, drawn in the hero */
  picture: {
    label: 'Example of a plan, as its member sees it',
    clinic: 'Sunrise Family Clinic',
    plan: 'Family Wellness',
    monthlyCents: 8_900,
    perMonth: 'a month',
    included: ['Visits when you need them', 'Yearly check-up for everyone', 'Messages answered within a day'],
    nextPayment: 'Next payment',
    nextPaymentOn: '2027-03-04',
    active: 'Active',
  },

  /** the specification's example, drawn beside the commission's explanation */
  commissionPicture: {
    label: 'Example of one month',
    revenue: 'Revenue from your plans',
    revenueCents: 145_075,
    commission: 'Commission, 12%',
    commissionCents: 17_409,
    kept: 'Your clinic keeps',
  },

  footer: {
    label: 'Footer',
    rights: (year: number, product: string) => `© ${year} ${product}`,
    pricing: 'Pricing',
    logIn: 'Log in',
    patients: 'For patients',
  },
} as const
