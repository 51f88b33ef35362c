/** The dashboard's tabs after Today; their code loads when the first of them opens. */
export const otherTabs = ['overview', 'patients', 'staff', 'billing'] as const
export type OtherTabName = (typeof otherTabs)[number]
