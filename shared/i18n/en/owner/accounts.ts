import { sessionWords } from './session.ts'

export const authWords = {
  ...sessionWords,
  viewMenu: 'View Menu',
  headline: 'Restaurant CRM',
  tagline: 'Manage your restaurant and connect with customers efficiently',
  welcome: 'Welcome',
  description: 'Sign in to your account or create a new one',
  login: 'Login',
  register: 'Register',
  username: 'Username',
  password: 'Password',
  passwordHint: 'At least 6 characters',
  showCharacters: 'Show characters',
  isOwner: 'Is Owner (Admin privileges)',
  firstOwner: {
    title: 'Create the owner’s account',
    none: 'This restaurant has no owner yet. Whoever creates the owner’s account sets up the menu, the tables and everything else.',
    tick: 'The owner opens the dashboard and can change everything. Accounts for staff can be added later, in the settings.',
    withoutTick:
      'Without the tick this is a staff account: it does not open the dashboard, and the restaurant still has no owner.',
    createStaff: 'Create a staff account anyway',
    exists: 'The restaurant has an owner. Only an owner can make you one as well: ask them.',
  },
  ownersOnly: {
    title: 'The dashboard is for owners',
    staff:
      'You are signed in as {{username}}, with a staff account. Ask an owner to open Settings, Users and choose “Make owner” in the menu beside your name. Then log in again.',
    noOwner:
      'You are signed in as {{username}}, with a staff account, and the restaurant has no owner yet. Log out and create the owner’s account.',
  },
  dutyMissing: {
    title: 'You may not open “{{page}}”',
    staff:
      'You are signed in as {{username}}. Ask an owner to give you the duty “{{duty}}”: in Settings, Users, with “Duties” beside your name. Then open the page again.',
    toFloor: 'Open the floor',
    toKitchen: 'Open the kitchen',
  },
  loggingIn: 'Logging in...',
  creatingAccount: 'Creating account...',
  loginSuccessful: 'Login successful',
  welcomeBack: 'Welcome back, {{username}}',
  registrationSuccessful: 'Registration successful',
  signedInAs: 'Signed in as {{username}}',
  loginFailed: 'Login failed',
  registrationFailed: 'Registration failed',
  lostPassword: 'Forgot your password?',
  ended: 'You are no longer signed in here. If your password no longer works either, ask an owner.',
  lost: {
    staff: 'If you work here',
    staffDoes:
      'Ask an owner. In Settings, Users, they show you a code that signs you in as soon as your phone scans it, or set a new password for you. Your account and duties stay.',
    owner: 'If you are an owner',
    ownerDoes:
      'Another owner sets a new password for you in Settings, Users. If you are the only one, it is set on the computer on which Masa runs:',
    terminal: 'Open a terminal there, in the folder of Masa.',
    enter: 'Enter this, with your username at the end:',
    name: 'name',
    prints: 'Log in here with the password that it prints, and set one of your own in Settings, Users.',
    stays: 'Menu, orders and settings stay as they are.',
    more: 'More, for whoever looks after the computer',
  },
  plainHttp:
    'This connection is not encrypted: somebody on the same Wi-Fi could read what you send, this password included.',
  plainHttpMore: 'How to encrypt it',
  newTab: '(opens in a new tab)',
}

export const userWords = {
  hint: 'The people who can sign in here.',
  add: 'Add user',
  addTitle: 'New user',
  create: 'Create user',
  created: 'User created',
  createdDescription: '{{username}} can sign in now.',
  role: 'Role',
  roles: { owner: 'Owner', staff: 'Staff' },
  roleHint: 'Owners see this dashboard and may change everything. Staff sign in to the menu; a duty opens more.',
  duties: 'Duties',
  duty: { kitchen: 'Kitchen', floor: 'Floor' },
  dutyHint: {
    kitchen: 'Sees the kitchen screen, never a guest’s phone number.',
    floor: 'Sees the tables, takes, moves and closes orders, and prints bills. Sees guests’ numbers in open orders.',
  },
  hasDuties: { all: 'Has all duties', some: 'Duties: {{duties}}', none: 'No duties' },
  dutiesTitle: 'Duties of {{username}}',
  dutiesDescription: 'They stay signed in, and their open pages change at once.',
  saveDuties: 'Save duties',
  dutiesChanged: 'Duties changed',
  you: 'This is you',
  selfRegistered: 'Registered themselves',
  added: 'Added by the restaurant',
  lastSignIn: 'Last sign-in: {{moment}}',
  never: 'never',
  resetPassword: 'Reset password',
  passwordTitle: 'New password for {{username}}',
  passwordMeDescription: 'Wherever else you are signed in, you are signed out. Here you stay signed in.',
  passwordDescription: 'Wherever they are signed in, they are signed out. Tell them the new password yourself.',
  newPassword: 'New password',
  setPassword: 'Set password',
  passwordSet: 'Password changed',
  passwordSetDescription: '{{username}} signs in with the new password from now on.',
  make: { owner: 'Make owner', staff: 'Make staff' },
  makeTitle: { owner: 'Make {{username}} an owner?', staff: 'Make {{username}} staff?' },
  makeDescription: {
    owner: 'They will see this dashboard and may change everything, users too. They have to sign in again.',
    staff: 'They will no longer see this dashboard. Wherever they are signed in, they are signed out.',
  },
  makeMeDescription: 'This is you: you will be signed out and will no longer see this dashboard.',
  roleChanged: 'Role changed',
  lastOwner: 'The only owner: to be made staff or removed, there must be another one first.',
  removeTitle: 'Remove {{username}}?',
  removeDescription:
    'They are signed out everywhere and cannot sign in any more. What they did in past orders keeps their name.',
  removeMeDescription: 'This is you: you will be signed out and cannot sign in any more.',
  removeConfirm: 'Remove user',
  removed: 'User removed',
  link: {
    title: 'Sign-in code for {{username}}',
    used: '{{username}} has signed in',
    about: 'Scan it with the phone that is to be signed in. It works once, within ten minutes.',
    code: 'Sign-in code',
    failed: 'The code could not be made',
    where: 'Works in',
  },
  ownPassword: 'Your password',
  ownPasswordHint: 'You signed in a while ago. Please confirm that it is you.',
  ownPasswordWrong: 'This is not your password.',
}

export const userCreateError: string = 'The user could not be created. Please try again.'

export const accountValidation = {
  usernameRequired: 'Username is required',
  passwordRequired: 'Password is required',
  passwordLength: 'Password must be at least 6 characters',
  roleOrDuties: 'Give a role, duties or both',
}

export const accountRefusals = {
  invalid_credentials: 'Invalid username or password',
  owner_exists: 'Only an owner can create another owner',
  wrong_password: 'Your own password is needed for this, and it is missing or wrong',
  username_taken: 'Username already exists',
  registration_off: 'Only an owner can add users here',
  owners_link: 'An owner signs in with a password only',
  sign_in_link_over: 'This code is no longer valid. Ask for a new one.',
  last_owner: 'The last owner cannot be removed or made staff',
}
