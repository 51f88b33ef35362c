// The texts that docs/specification.md prescribes stand in domain/texts as written.
import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'

const folder = new URL('./texts/', import.meta.url)
const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
const modules = await Promise.all(files.map((file) => import(new URL(file, folder).href)))
const texts = new Set(modules.flatMap((module) => Object.values(module)).flatMap(textsOf))

/** Every string of a text file; a function's with its parameters' names in braces. */
function textsOf(part: unknown): string[] {
  if (typeof part === 'string') return [part]
  if (typeof part === 'function') return callsOf(part as (...values: unknown[]) => unknown)
  if (part && typeof part === 'object') return Object.values(part).flatMap(textsOf)
  return []
}

/** @returns nothing for a function that a placeholder tells nothing */
function callsOf(compose: (...values: unknown[]) => unknown): string[] {
  const names = String(compose).slice(0, String(compose).indexOf('=>')).match(/\w+/g)
  try {
    return textsOf(compose(...(names ?? []).map((name) => (name === 'count' ? 275 : `{${name}}`))))
  } catch {
    return []
  }
}

const prescribed: Record<string, string[]> = {
  'B2.6': [
    'My Profile',
    'Personal Details',
    'Health Information',
    'Notification Preferences',
    'Security & Password',
    'Enable 2FA',
    'View History',
    'Sign Out',
  ],
  'B2.10': [
    'Clinic Members',
    'No Clinic Selected',
    'Please select a clinic to view and manage its members.',
    'Export',
    'Invite Members',
    'All Members',
    'Active',
    'Pending',
    'Member',
    'Role',
    'Status',
    'Joined',
    'Last Active',
    'Actions',
    'All Roles',
    'Admin',
    'Staff',
    'Patient',
    'All Status',
    'Invited',
    'No members found matching your filters',
    'Showing {shown} of {total} members',
    'Previous',
    'Next',
    'View Profile',
    'Deactivate',
    'Activate',
    'Resend Invitation',
    'Remove',
  ],
  'B3, B4 and B8, members': [
    'Pending User',
    'User {idStart}',
    'Error loading members. Please try again.',
    'Failed to update member status. Please try again.',
    'Status updated',
    'Member status has been updated to {status}',
    'Failed to remove member. Please try again.',
    'Member removed',
    'The member has been removed from the clinic.',
  ],
  'B2.12, one’s own pages': [
    'Personal',
    'Clinic',
    'General',
    'Profile Settings',
    'Current password',
    'New password',
    'Confirm new password',
    'Cancel',
    'Update password',
    'Save changes',
    'None',
    'In-app',
    'Email',
    'Username',
    'Website',
    'Description',
    '275 characters left',
    'Bio',
  ],
  B3: [
    'First name',
    'Last name',
    'Phone',
    'Date of birth',
    'Address',
    'City',
    'State',
    'Zip code',
    'Emergency contact',
    'Emergency phone',
    'Allergies',
    'Medications',
    'Medical conditions',
    'Email notifications',
    'SMS notifications',
    'Appointment reminders',
    'Marketing communications',
    'Patient Messages',
    'Appointment Updates',
    'System Alerts',
    'Task Assignments',
    'Daily Summary',
    'Important Alerts',
  ],
  B4: ['Updating...'],
  'B5, people': [
    'First name must be at least 2 characters.',
    'Last name must be at least 2 characters.',
    'Please enter a valid email address.',
    'Current password must be at least 6 characters.',
    'Password must be at least 8 characters.',
    "Passwords don't match",
    'Please select a role.',
    'Clinic context not found. Cannot send invite.',
  ],
  'B8, built pages': [
    'Failed to start subscription',
    'There was an error processing your request. Please try again.',
    'No checkout URL returned',
    'Failed to load profile',
    'There was an error loading your profile information. Please try again.',
    'Profile updated',
    'Your personal details have been updated successfully.',
    'Update failed',
    'There was an error updating your profile. Please try again.',
    'Health information updated',
    'There was an error updating your health information. Please try again.',
    'Notification preferences updated',
    'There was an error updating your notification preferences. Please try again.',
    'Password changed',
    'Password change failed',
    'There was an error changing your password. Please try again.',
    'Error signing out',
    'There was a problem signing out. Please try again.',
    'Subscription updated',
    'Your subscription will be canceled at the end of the current billing period.',
    'Cancellation failed',
    'There was an error cancelling your subscription. Please try again.',
    'Successfully sent invitation to {email}.',
    'Failed to send invitation. Please try again.',
    'Unknown error sending invitations',
    'Error loading members. Please try again.',
    'Failed to update member status. Please try again.',
    'Failed to remove member. Please try again.',
    'Member removed',
    'The member has been removed from the clinic.',
  ],
}

it.each(Object.entries(prescribed))('docs/specification.md %s', (_section, wanted) => {
  expect(wanted.filter((text) => !texts.has(text))).toEqual([])
})
