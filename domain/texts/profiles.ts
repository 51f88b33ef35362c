import { errorTexts } from './errors.ts'

/** Wording: docs/specification.md B2.6, B2.12, B4, B5 and B8. */
export const profileTexts = {
  loadFailed: 'Failed to load profile',
  loadFailedDetail: 'There was an error loading your profile information. Please try again.',
  loading: 'Loading your profile',
  updating: 'Updating...',
  updateFailed: 'Update failed',
  phoneInvalid: 'Please enter a valid phone number, with the country code if it is from abroad.',
  tooLong: (limit: number) => `Please use at most ${limit} characters.`,
  charactersLeft: (count: number) => (count === 1 ? '1 character left' : `${count} characters left`),

  personal: {
    lead: (clinic: string) => `Stored by ${clinic} and visible to its team.`,
    firstName: 'First name',
    lastName: 'Last name',
    firstNameShort: 'First name must be at least 2 characters.',
    lastNameShort: 'Last name must be at least 2 characters.',
    phone: 'Phone',
    dateOfBirth: 'Date of birth',
    dateOfBirthInvalid: 'Please enter a valid date.',
    dateOfBirthFuture: 'This date is in the future.',
    address: 'Address',
    city: 'City',
    state: 'State',
    zipCode: 'Zip code',
    updated: 'Profile updated',
    updatedDetail: 'Your personal details have been updated successfully.',
    failedDetail: 'There was an error updating your profile. Please try again.',
  },

  health: {
    title: 'Health Information',
    lead: (clinic: string) =>
      `Health information for ${clinic}. Only its team can read it, and every access is listed under Security & Password.`,
    emergencyContact: 'Emergency contact',
    emergencyContactHint: 'Name, and relationship to you.',
    emergencyPhone: 'Emergency phone',
    allergies: 'Allergies',
    medications: 'Medications',
    medicationsHint: 'Current medications, with the dose if you know it.',
    medicalConditions: 'Medical conditions',
    updated: 'Health information updated',
    failedDetail: 'There was an error updating your health information. Please try again.',
  },

  /** for the team */
  ofPatient: {
    lead: 'Shown only on request. The patient can see each access.',
    leadWithoutAccount: 'Shown only on request. Each access is recorded.',
    age: (years: number) => (years === 1 ? '1 year old' : `${years} years old`),
    allergies: (list: string) => `Allergies: ${list}`,
    show: 'Show health information',
    none: 'This patient has not given any health information.',
    nothingSaid: 'Not answered',
    asOf: 'As given on',
    failed: 'This could not be loaded.',
    retry: 'Try again',
  },

  own: {
    lead: 'Your name, as your clinic and your patients see it, and information about you for your team.',
    username: 'Username',
    usernameHint: 'Unique across Carefold.',
    usernameInvalid:
      'A username has 3 to 30 letters, numbers, dots, hyphens or underscores, and starts and ends with a letter or number.',
    usernameTaken: errorTexts.username_taken,
    website: 'Website',
    websiteInvalid: 'Please enter a web address, such as https://example.com.',
    description: 'Description',
    bio: 'Bio',
  },
} as const
