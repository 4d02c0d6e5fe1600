/** What several tabs of the dashboard say. */
export const dashboardCommon = {
  add: 'Add',
  back: 'Back',
  remove: 'Remove',
  delete: 'Delete',
  askDelete: 'Delete…',
  deleteName: 'Delete {{name}}?',
  moveTo: 'Move to…',
  moveName: 'Move {{name}}',
  moveUp: 'Move {{name}} up',
  moveDown: 'Move {{name}} down',
  moreFor: 'More for {{name}}',
  removeName: 'Remove {{name}}',
  notDeleted: 'This could not be deleted',
  notDownloaded: 'The file could not be downloaded',
  placeHint: 'The others move up or down by one.',
  deleted: '{{name}} has been deleted',
  saved: '{{name}} has been saved',
  movePlace: 'New place in the list',
  change: 'Change {{name}}',
  filters: 'Show only',
  checking: 'Checking…',
  dishes_one: '{{count}} dish',
  dishes_other: '{{count, number}} dishes',
  orderCount_one: '{{count}} order',
  orderCount_other: '{{count, number}} orders',
  toBoard: 'Back to the board',
  noTable: 'No table',
  newCode: 'Make a new code',
}

export const dashboardWords = {
  title: 'Dashboard',
  settings: 'Settings',
  sections: 'Dashboard sections',
  tabs: {
    orders: 'Orders',
    customers: 'Customers',
    menu: 'Menu',
    tables: 'Tables',
    events: 'Events',
    promotions: 'Promotions',
  },
  newOrder: {
    title: 'New order',
    table: 'Table of the order',
    unsent: 'not sent yet',
  },
  summary: 'Key figures',
  more: 'More',
  ordersToday: 'Orders today',
  salesToday: 'Order value today',
  takenToday: 'Received today',
  allOrders: 'All orders, cancelled ones too',
  totalOrders: 'Total orders',
  totalCustomers: 'Total customers',
  averageOrderValue: 'Average order value',
  vipCustomers: 'VIP customers',
  pauseFor_one: 'For {{count}} minute',
  pauseFor_other: 'For {{count}} minutes',
  pausedUntil: 'Until {{time}}.',
  pauseMeans: 'Guests can look at the menu, but not order.',
}

export const calendarWords = {
  open: 'Open the calendar',
  calendar: 'Calendar',
  previous: 'Previous month',
  next: 'Next month',
  example: 'dd.mm.yyyy',
}

export const draftWords = {
  restored: 'What you typed here earlier is back, not saved yet.',
  kept: 'What you typed is kept for when you come back',
  startOver: 'Start over',
}

export const pictureChoiceWords = {
  chosen: 'The picture you have chosen',
  choose: 'Choose',
  replace: 'Replace',
  hint: 'JPG, PNG or WebP; a photo above 5\u00a0MB is made smaller',
  sending: 'Sending the picture',
  failed: 'Image Upload Failed',
  failedDescription: 'Upload failed',
}

export const pictureErrors = {
  image_too_large: 'Image size should be less than 5MB',
  image_pixels:
    'This picture has too many pixels: at most 12\u00a0000 on each side and 50 megapixels in all, in some formats fewer. Make it smaller in a program for pictures.',
  image_broken:
    'This picture is damaged or cut off: it cannot be read to its end. Please choose it again, or another one.',
  image_type: 'Only JPG, PNG and WebP images are allowed',
  image_heic:
    'Only JPG, PNG and WebP images are allowed. This is a HEIC photo from an iPhone: in its settings choose Camera, Formats, Most Compatible, or send the photo to yourself as JPG.',
  image_avif:
    'Only JPG, PNG and WebP images are allowed. This is an AVIF picture: open it in a program for pictures and save it as JPG.',
}
