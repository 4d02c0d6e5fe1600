/** The landing page. */
export const landingWords = {
  welcome: 'Welcome to {{name}}',
  welcomeMasa: 'Welcome',
  subheading: 'Browse the menu, order from your table or to take away, and leave the rest to us.',
  viewMenu: 'View Menu',
  login: 'Login',
  dashboard: 'Dashboard',
  findUs: 'Where to find us',
}

export const notFoundWords = {
  title: '404 Page Not Found',
  description: 'There is no page at this address.',
  toMenu: 'Go to the menu',
}
