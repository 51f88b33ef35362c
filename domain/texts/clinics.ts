/** A clinic's profile, and the pages that only its admins see. */
export const clinicTexts = {
  profile: {
    title: 'Clinic profile',
    lead: 'What patients see on your join page, in mails and on receipts.',
    logo: 'Logo',
    logoHint: 'On your pages, instead of your initials. It is saved at once.',
    basics: 'Name, place and color',
    name: 'Clinic name',
    address: 'Clinic address',
    addressHint: 'Your hub opens at this address. It stays as it is.',
    timeZone: 'Time zone',
    timeZoneHint: (time: string) =>
      `It is ${time} there now. Dates, charges and monthly statements follow this zone.`,
    look: 'Color',
    lookHint: 'Used for buttons and links of your hub, in light and in dark.',
    colors: {
      evergreen: 'Evergreen',
      lagoon: 'Lagoon',
      indigo: 'Indigo',
      plum: 'Plum',
      berry: 'Berry',
      terracotta: 'Terracotta',
      olive: 'Olive',
      slate: 'Slate',
    },
    preview: 'Preview',
    previewButton: 'Join this plan',
    previewLink: 'Read more',
    about: 'About the clinic',
    tagline: 'Tagline',
    taglineHint: 'One line under your name on the join page.',
    charactersLeft: (count: number) => (count === 1 ? '1 character left' : `${count} characters left`),
    website: 'Website',
    phone: 'Phone',
    aboutText: 'About',
    aboutHint: 'Who you are and how you work, in your own words.',
    failed: 'The clinic profile could not be saved. Please try again.',
  },

  security: {
    title: 'Sign-in and security',
    lead: 'How your team signs in to your hub.',
  },

  validation: {
    nameLength: 'The clinic name may have at most 120 characters.',
    timeZone: 'Please choose a time zone from the list.',
    website: 'Please enter a full web address that starts with https://',
    length: (maxLength: number) => `Please use at most ${maxLength} characters.`,
  },

  notAllowed: {
    title: 'Only admins see this page',
    text: 'It is about your clinic’s money, its team or its settings. Ask an admin of your clinic if you need something from it.',
  },
} as const
