import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

interface Text {
  text: string
  /** The exported constant and the keys below it. */
  path: string[]
}

const root = fileURLToPath(new URL('../', import.meta.url))
const folder = new URL('./texts/', import.meta.url)
const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
const modules = await Promise.all(files.map((file) => import(new URL(file, folder).href)))
const texts = modules.flatMap((module) => textsOf({ ...module }, []))

/** Every string of a text file; in composed texts, parameter names are in braces. */
function textsOf(part: unknown, path: string[]): Text[] {
  if (typeof part === 'string') return [{ text: part, path }]
  if (typeof part === 'function') return callsOf(part as (...values: unknown[]) => unknown, path)
  if (part && typeof part === 'object')
    return Object.entries(part).flatMap(([key, value]) => textsOf(value, [...path, key]))
  return []
}

/** @returns empty if the function does not accept placeholders */
function callsOf(compose: (...values: unknown[]) => unknown, path: string[]): Text[] {
  const names = String(compose).slice(0, String(compose).indexOf('=>')).match(/\w+/g)
  try {
    return textsOf(compose(...(names ?? []).map((name) => (name === 'count' ? 275 : `{${name}}`))), path)
  } catch {
    return []
  }
}

interface Source {
  words: Set<string>
  /** Property names that the module reads. */
  properties: Set<string>
  /** Words before `[` or `)`: their keys are computed at run time. */
  dynamic: Set<string>
  imports: string[]
}

const sources = new Map<string, Source>()

function sourceOf(file: string): Source {
  const known = sources.get(file)
  if (known) return known
  const code = readFileSync(root + file, 'utf8').replace(/import type [^;]*?from/g, '')
  const specifiers = [...code.matchAll(/(?:from|import)\s*\(?\s*['"]([#.][^'"]+)['"]/g)].map(
    ([, name = '']) => name,
  )
  const source = {
    words: new Set(code.match(/[\w$]+/g)),
    properties: new Set([
      ...(code.match(/(?<=\.)[\w$]+|(?<=')[\w$]+(?=')/g) ?? []),
      ...(code.match(/const \{[^}]*\} =|\(\{[^}]*\}\) =>/g) ?? []).flatMap(
        (names) => names.match(/[\w$]+/g) ?? [],
      ),
    ]),
    dynamic: new Set(code.match(/[\w$]+(?=[[)])/g)),
    imports: specifiers
      .map((name) => (name.startsWith('#') ? name.slice(1) : join(file, '..', name)))
      .filter((name) => /\.tsx?$/.test(name) && existsSync(root + name)),
  }
  sources.set(file, source)
  return source
}

const isTexts = (file: string) => file.startsWith('domain/texts/')

function partsOf(screen: string): Set<string> {
  const parts = new Set([screen])
  // A set's iteration includes what is added meanwhile.
  for (const part of parts)
    for (const next of sourceOf(part).imports)
      if (!isTexts(next) && next !== 'web/router.tsx') parts.add(next)
  return parts
}

/**
 * Whether the module names the constant and its group, and it or an import reads each further key. Misses names with
 * another meaning and unreachable branches.
 */
function isUsedIn(part: string, [constant = '', ...keys]: string[]): boolean {
  const { words, imports } = sourceOf(part)
  const named = keys.filter((key) => !/^\d+$/.test(key))
  if (!words.has(constant) || !imports.some(isTexts)) return false
  const near = [part, ...imports.filter((file) => !isTexts(file))].map(sourceOf)
  return named.every((key, at) =>
    at === 0
      ? words.has(key)
      : near.some((source) => source.properties.has(key) || source.dynamic.has(named[at - 1] ?? '')),
  )
}

/** @param screens modules below web/routes, without extension */
function missingFrom(screens: string[], wanted: string[]): string[] {
  const parts = new Set(screens.flatMap((screen) => [...partsOf(`web/routes/${screen}.tsx`)]))
  return wanted.filter(
    (each) =>
      !texts.some(({ text, path }) => text === each && [...parts].some((part) => isUsedIn(part, path))),
  )
}

const prescribed: Record<string, { screens: string[]; wanted: string[] }> = {
  'A1, landing': {
    screens: ['public/landing', 'public/public-layout'],
    wanted: [
      'Seamless Membership Management',
      'Launch in under 30 minutes',
      'Automated patient engagement',
      'Actionable performance insights',
      'About us',
      'Contact',
      'Wellness plans',
    ],
  },
  'A2, top bar': {
    screens: ['public/public-layout'],
    wanted: ['My Clinic', 'My Health', 'Sign Out', 'Log in', 'Sign up'],
  },
  'A2, login and logout': {
    screens: ['access/login', 'access/logout', 'guards'],
    wanted: [
      'Sign In',
      'Sign in with Google',
      'Patient sign up',
      'Register here',
      'Loading...',
      'Logging you out...',
      'Loading experience...',
    ],
  },
  'A2, patient sign-up': {
    screens: ['access/join'],
    wanted: [
      'Create Your Account',
      'Name',
      'Email',
      'Password',
      'At least 8 characters',
      'Create Account',
      'Continue with Google',
      'Already have an account?',
      'Welcome! Please check your email to verify your account.',
      'Success! Please check your email for a confirmation link.',
    ],
  },
  'A2, joining a clinic': {
    screens: ['access/join'],
    wanted: [
      'Join {clinic}',
      'Full Name',
      'Create Account & Join Clinic',
      'Complete Your Account',
      'Set Password & Join Clinic',
      'Account Created & Logged In!',
      'Membership Activated!',
    ],
  },
  'A2, clinic sign-up': {
    screens: ['access/sign-up'],
    wanted: [
      'Create Your Clinic Hub',
      'Clinic Name',
      'Clinic Hub Address',
      'Create Clinic Account',
      'Creating Account...',
      'Are you a patient?',
    ],
  },
  'A2, accept-invite': {
    screens: ['access/accept-invite'],
    wanted: [
      'Verifying invitation...',
      'Invalid Invitation',
      'This invitation link is invalid or has expired.',
      'Return to Login',
      'Complete Your Account Setup',
      'Welcome! Please set your name and password to activate your account.',
      'Create Account & Join',
      'Setting Up...',
      'Account Activated!',
      'Your account is ready. Redirecting you...',
      'Need help?',
      'Your account is already set up.',
      'Failed to update account. Please try again.',
      'Note: You may need to be manually added to the clinic.',
    ],
  },
  'A2, invite callback and passwords': {
    screens: ['access/invite-callback', 'access/forgot-password', 'access/update-password'],
    wanted: [
      'Processing your invitation, please wait...',
      'Invite processing failed or token invalid.',
      'No invite token found or token already used.',
      'Send Reset Instructions',
      'Back to Login',
      'New Password',
      'Confirm New Password',
      'Update Password',
      'Invalid or expired password reset link.',
      'Please request a new password reset from the login page.',
    ],
  },
  'A2, a clinic that is not found': {
    screens: ['access/join'],
    wanted: ["Clinic with slug '{slug}' not found.", 'Failed to process clinic data'],
  },
  'A4, lead form': {
    screens: ['public/landing'],
    wanted: ['Submitted!'],
  },
  'A5, patient sign-up and join': {
    screens: ['access/join'],
    wanted: [
      'Name must be at least 2 characters',
      'Please enter a valid email address',
      'Password must be at least 8 characters',
    ],
  },
  'A5, accept-invite': {
    screens: ['access/accept-invite'],
    wanted: [
      'First name must be at least 2 characters',
      'Last name must be at least 2 characters',
      'Password must be at least 8 characters',
      "Passwords don't match",
    ],
  },
  'A5, clinic sign-up': {
    screens: ['access/sign-up'],
    wanted: [
      'Please enter a valid email address',
      'Password must be at least 8 characters',
      'Name must be at least 3 characters',
      'Clinic name must be at least 3 characters',
      'Subdomain must be at least 3 characters',
      'Subdomain can only contain lowercase letters, numbers, and hyphens',
      'Clinic data incomplete after creation (Edge Function response issue).',
    ],
  },
  'A5, forgot password': {
    screens: ['access/forgot-password'],
    wanted: ['Please enter a valid email address.'],
  },
  'A5, lead form': {
    screens: ['public/landing'],
    wanted: ['Please enter a valid email address.'],
  },
  'A5, new password': {
    screens: ['access/update-password'],
    wanted: ['Password must be at least 8 characters long.', "Passwords don't match"],
  },
  'A5, sign-up': {
    screens: ['access/join'],
    wanted: ['Sign up successful but no user object returned.'],
  },
  'A8, sign-in and sign-up': {
    screens: ['access/login', 'access/logout', 'access/join', 'access/sign-up'],
    wanted: [
      'Sign In Failed',
      'Login Failed',
      'Failed to login. Please check your credentials.',
      'Login successful!',
      'Sign Up Failed',
      'An unknown sign-up error occurred.',
      'Signup Error',
      'Failed to create account.',
      'Signup failed: {message}',
      'Sign Up Successful',
      'Account creation failed: {message}',
      'An unexpected error occurred during sign up.',
      'Clinic account created! Please check your email for verification.',
      'Could not check subdomain availability.',
      'Logout Failed',
      'An unexpected error occurred.',
    ],
  },
  'A8, Google': {
    screens: ['access/auth-callback', 'access/login'],
    wanted: [
      '{provider} Sign-In Failed',
      '{provider} OAuth Sign-In Failed',
      'Failed to sign in with Google.',
      'Google Sign-up Failed',
      'An unexpected error occurred with Google sign-up.',
    ],
  },
  'A8, join': {
    screens: ['access/join', 'access/accept-invite'],
    wanted: [
      'Login Error',
      'Account created, but failed to log in. Please try logging in manually.',
      'User session not found. Please try logging in again.',
      'Clinic information is missing. Cannot complete signup.',
      'Profile Update Failed',
      'Failed to update your profile.',
      'Membership Activation Failed',
      'Failed to activate clinic membership.',
      'Failed to update profile: {message}',
    ],
  },
  'A8, password': {
    screens: ['settings/password', 'access/forgot-password', 'access/update-password'],
    wanted: [
      'Password Updated',
      'Your password has been successfully updated.',
      'Password Update Failed',
      'Sending reset instructions...',
      'If an account exists for this email, reset instructions have been sent.',
      'Failed to send reset instructions. Please try again.',
      'Updating password...',
      'Password updated successfully! Please log in.',
      'Failed to update password: {message}',
    ],
  },
  'A8, invite callback': {
    screens: ['access/invite-callback'],
    wanted: [
      'Failed to process invite token.',
      'Invite token did not result in a session.',
      'An unexpected error occurred while processing the invite.',
      'Invalid invite link: incomplete token data.',
    ],
  },
  'A8, lead form': {
    screens: ['public/landing'],
    wanted: [
      'This email has already been submitted.',
      'Submission failed. Please try again.',
      'An unexpected error occurred. Please try again.',
      'Thank you! We received your email.',
    ],
  },
  'B2.1': {
    screens: ['public/pricing'],
    wanted: ['Popular', 'Subscribe', 'Sign Up', 'Contact our Sales Team'],
  },
  'B2.2': {
    screens: ['public/landing'],
    wanted: [
      'Get Started',
      'View Plans',
      'Start Your Free Trial',
      'Contact Sales',
      'See a Demo',
      'Request a Demo',
      '25%',
      '15 hrs',
      '30%',
      '95%',
    ],
  },
  'B2.3': {
    screens: ['access/not-found', 'access/unauthorized'],
    wanted: [
      "The page you're looking for doesn't exist or may have been moved.",
      'Return to Dashboard',
      "You don't have permission to access this page. If you believe this is an error, please contact your administrator.",
      'Go to Dashboard',
      'Sign in with a Different Account',
      'Page Not Found',
      'Access Denied',
    ],
  },
  'B2.4, feedback and connections': {
    screens: ['portal/home'],
    wanted: ['Share Feedback', 'Your Clinic Connections', 'Go to {clinic} Portal'],
  },
  'B2.4, sections': {
    screens: ['portal/home'],
    wanted: [
      'Upcoming Appointment',
      'Care Plan Timeline',
      'Preventative Counselling Themes',
      'Featured Theme',
      'Counseling Categories',
      'Your Visit Plan',
    ],
  },
  'B2.5': {
    screens: ['portal/learn'],
    wanted: ['Learning Center', 'Featured Articles', 'All', 'Read Article'],
  },
  'B2.6': {
    screens: ['portal/profile'],
    wanted: [
      'My Profile',
      'Personal Details',
      'Health Information',
      'Notification Preferences',
      'Security & Password',
      'Enable 2FA',
      'View History',
      'Sign Out',
    ],
  },
  'B2.7': {
    screens: ['portal/pay'],
    wanted: [
      'Payments & Subscription',
      'Subscription',
      'Payment Methods',
      'Billing History',
      'Keep Subscription',
    ],
  },
  'B2.8': {
    screens: ['settings/billing'],
    wanted: [
      'Update Payment Method',
      'Update Billing Address',
      'Billing History',
      'View your past invoices and payment history',
      'Invoice',
      'Date',
      'Amount',
      'Status',
      'PDF',
      'Download All Invoices',
      'No invoice history yet.',
    ],
  },
  'B2.9': {
    screens: ['clinic/today/dashboard', 'clinic/clinic-shell'],
    wanted: [
      'View Syllabus',
      'Show Slides',
      'Appointments today',
      'Next Appointment',
      'Later Today',
      'Monthly Overview',
      'Month',
      'Add event',
      'No upcoming appointments scheduled.',
      'No other appointments for today.',
      'Schedule Appointment',
      'Create Content',
      '{clinic} Dashboard',
      'Loading clinic data...',
      'Error Loading Clinic Data',
      'Go to Homepage',
      'Clinic Not Found',
      'Total Patients',
      'Staff Members',
      'Manage Staff',
      'Monthly Revenue',
      'Today',
      'Overview',
      'Patients',
      'Staff',
      'Billing',
      'Recent Activity',
      'View All Activity',
      'Subscription',
      'Renews on',
      'Manage Subscription',
      'Plan Usage',
      'Storage',
      'Quick Links',
      'Add Patient',
      'Settings',
      'Recent Patients',
      'View All Patients',
    ],
  },
  'B2.10': {
    screens: ['clinic/members', 'clinic/select-clinic'],
    wanted: [
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
      'Send Message',
      'Deactivate',
      'Activate',
      'Resend Invitation',
      'Remove',
    ],
  },
  'B3, B4 and B8, members': {
    screens: ['clinic/members'],
    wanted: [
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
  },
  'B2.12, Team': {
    screens: ['settings/team'],
    wanted: [
      'Team',
      'Admin',
      'Staff',
      'Read only',
      'Add another',
      'Send invites',
      'Select all',
      'Name',
      'Role',
      'Edit',
      'Delete',
    ],
  },
  'B2.12, Clinic Profile': {
    screens: ['settings/clinic'],
    wanted: ['Clinic Profile', 'Clinic name', 'URL slug', 'Tagline', 'About', 'Save'],
  },
  'B2.12, one’s own pages': {
    screens: ['settings/settings-layout', 'settings/profile', 'settings/password', 'settings/notifications'],
    wanted: [
      'Personal',
      'Clinic',
      'General',
      'Profile Settings',
      'Current password',
      'New password',
      'Confirm new password',
      'At least 8 characters',
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
  },
  B3: {
    screens: ['portal/profile', 'settings/notifications'],
    wanted: [
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
  },
  'B2.13': {
    screens: ['clinic/content', 'clinic/select-clinic'],
    wanted: [
      'No Clinic Selected',
      'You need to select a clinic to manage content.',
      'Go to Home',
      'Content Management',
      'Create and manage educational content for {clinic}',
      'Create Content',
      'Title',
      'Content Type',
      'Article',
      'Video',
      'PDF Document',
      'Image',
      'Category',
      'Description',
      'Cancel',
      'Create Draft',
      'Articles',
      'Videos',
      'PDFs',
      'Images',
      'Published',
      'Drafts',
      'Archived',
      'Type',
      'Status',
      'Created',
      'Views',
      'Actions',
      'No content found matching your criteria',
      'Preview',
      'Edit',
      'Publish',
      'Archive',
      'Restore',
      'Delete',
      'Showing {shown} of {total} content items',
      'Previous',
      'Next',
      'Content Insights',
      'Total Content',
      'Most Viewed',
      'Content Distribution',
      'Other',
      '{product} Presentation Viewer',
    ],
  },
  'B2.13, Resource Library': {
    screens: ['clinic/content', 'clinic/program'],
    wanted: [
      'Resource Library',
      // docs/decisions/0183: instead of 'Resources' and 'Create Resource'
      'Lessons',
      'Health Programs',
      'Analytics',
      'Import',
      'Create Content',
      'Assign to Patient',
      'Add to Program',
      'New Health Program',
      'Assign',
      'Create New Health Program',
      'Resource Usage',
      'Program Assignments',
      'Completion Rates',
      'Resource Effectiveness',
      'Resource',
      'Rating',
      'Completion Rate',
      'Popular In',
    ],
  },
  'B2.14': {
    screens: ['clinic/content'],
    wanted: [
      'Loading presentation...',
      'Unable to load presentation',
      "We couldn't load this presentation. Please check the URL and try again.",
      'Close',
      'Slide content unavailable',
      'Show {product} Presentation',
      'Loading Presentation...',
      'Retry Loading Presentation',
      'Retrying presentation load...',
      'Attempting to reload the presentation data.',
      'Error Loading Presentation',
      'Failed to load the presentation. Please try again later.',
      'No Presentation Available',
      'There are currently no featured presentations to display.',
    ],
  },
  'B2.15': {
    screens: ['clinic/appointments'],
    wanted: [
      'Calendar View',
      'Search',
      'All Appointments',
      'Today',
      'Upcoming',
      'Past',
      'List View',
      'Schedule New Appointment',
      'Reschedule Appointment',
      'Schedule',
      'Update',
      'Cancel',
    ],
  },
  'B3, B4, appointments': {
    screens: ['clinic/appointments'],
    wanted: ['Completed', 'Today', 'Upcoming'],
  },
  'B5, appointments': {
    screens: ['clinic/appointments'],
    wanted: [
      'Patient is required',
      'Appointment type is required',
      'Date is required',
      'Time is required',
      'Duration must be at least 15 minutes',
    ],
  },
  B4: {
    screens: ['portal/profile'],
    wanted: ['Updating...'],
  },
  'B5, people': {
    screens: ['portal/profile', 'clinic/members'],
    wanted: [
      'First name must be at least 2 characters.',
      'Last name must be at least 2 characters.',
      'Please enter a valid email address.',
      'Current password must be at least 6 characters.',
      'Password must be at least 8 characters.',
      "Passwords don't match",
      'Please select a role.',
      'Clinic context not found. Cannot send invite.',
    ],
  },
  'B4, B5, B7 and B8, content and slides': {
    screens: ['clinic/content'],
    wanted: [
      'Status updated',
      'Content status has been updated to {status}',
      'Content deleted',
      'Content created',
      'New draft has been created. You can now edit it.',
      'Presentation ID is required',
      'Invalid response format from presentation API',
      'Failed to fetch presentation slides',
      'Failed to fetch presentations',
      'Failed to fetch presentations after multiple attempts',
    ],
  },
  'B8, checkout': {
    screens: ['public/pricing'],
    wanted: [
      'Failed to start subscription',
      'There was an error processing your request. Please try again.',
      'No checkout URL returned',
    ],
  },
  'B8, own pages': {
    screens: ['portal/profile', 'access/logout'],
    wanted: [
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
    ],
  },
  'B8, cancellation': {
    screens: ['portal/pay'],
    wanted: [
      'Subscription updated',
      'Your subscription will be canceled at the end of the current billing period.',
      'Cancellation failed',
      'There was an error cancelling your subscription. Please try again.',
    ],
  },
  'B8, invitation and members': {
    screens: ['clinic/members'],
    wanted: [
      'Successfully sent invitation to {email}.',
      'Failed to send invitation. Please try again.',
      'Unknown error sending invitations',
      'Error loading members. Please try again.',
      'Failed to update member status. Please try again.',
      'Failed to remove member. Please try again.',
      'Member removed',
      'The member has been removed from the clinic.',
    ],
  },
}

// spec: A2 Screens use the prescribed words
// spec: A8 Errors and notices use the prescribed words
// spec: B8 Errors and notices use the prescribed words
it.each(Object.entries(prescribed))('docs/specification.md %s', (_section, { screens, wanted }) => {
  expect(missingFrom(screens, wanted)).toEqual([])
})

it('reports a text that only another screen shows', () => {
  const foreign = ['Invalid Invitation', 'Update Billing Address']
  expect(missingFrom(['access/login', 'public/pricing', 'clinic/today/dashboard'], foreign)).toEqual(foreign)
})
