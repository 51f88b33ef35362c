/** What a person reads while a clinic's profile is checked. */
export const clinicTexts = {
  validation: {
    nameLength: 'The clinic name may have at most 120 characters.',
    timeZone: 'Please choose a time zone from the list.',
    website: 'Please enter a full web address that starts with https://',
    length: (maxLength: number) => `Please use at most ${maxLength} characters.`,
  },
}
