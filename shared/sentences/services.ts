/** What the backend says of services that it reads: sentences for a person, by their kind. `{{name}}` is a value. */
export const servicesSentences = {
  'no-web-address': 'This is no web address. It looks like https://statistics.example.org/',
  'other-scheme': 'Addresses that begin with {{scheme}}:// cannot be read, only http:// and https://.',
  'record-without-name': '{{host}} answered with a record that has no name.',
  'list-in-a-circle': 'The pages of this list at {{host}} lead round in a circle. Tell those who run the service.',
  'query-not-told': '{{host}} took the query but does not say what it kept. Look at its list of queries.',
  'no-query-address': 'This is not the address of a saved query.',
  'no-such-connection': 'There is no such connection any more.',
  'not-with-own-service': 'This cannot be done with the service that Almanac itself runs.',
  'connection-changed': 'The connection was removed or changed meanwhile.',
  'namespaces-unread': 'Its list of namespaces cannot be read: {{why}}',
  'own-service-failed': 'The service of this computer could not start. {{why}}',
  'sign-in-unread':
    'The sign-in of “{{name}}” could not be read from the keychain. Only what is public is shown until you sign in again.',
  'no-keychain':
    'The keychain of this computer cannot be reached: {{why}} You may keep the sign-in for this session only.',
  'token-left':
    'Almanac no longer uses the token of “{{name}}”, but could not take it out of the keychain. Remove the entry “Almanac” for {{account}} there.',
  'rows-elsewhere': 'The rows of this dataset lie on another server, {{host}}. They are read without your sign-in.',
  'comparison-malformed': 'The comparison of {{host}} is not of the form that its description promises.',
  'other-kind': 'What answers at {{host}} is no statistics service of the kind that Almanac reads.',
  'no-image': 'The file is no image in PNG, JPEG or WebP.',
  'image-gone': 'The image is no longer there.',
  'image-too-large': 'The image is larger than 10 MB.',
  'name-wanted': 'Nothing can be made here without a name.',
  'web-server-only':
    'There is a web server at {{host}}, but no statistics service of the kind that Almanac reads was found there. Ask those who run it for the address of its API; it often ends in /api/v1/.',
  'answer-too-big':
    '{{host}} sent more than Almanac takes in one answer ({{size}} MB). If the service has pages, ask those who run it to switch them on.',
  'answer-packed': 'The answer of {{host}} is packed in a way that cannot be undone.',
  'answer-too-slow': '{{host}} sends its answer too slowly. Try again later.',
  'it-says': 'It says: {{said}}',
  'fewer-requests-seconds': '{{host}} wants fewer requests. Try again in {{seconds}} seconds.',
  'fewer-requests': '{{host}} wants fewer requests. Try again in a while.',
  'busy-seconds': '{{host}} is not available just now. Try again in {{seconds}} seconds.',
  busy: '{{host}} is not available just now. Try again in a while.',
  'sign-in-to-change': '{{host}} lets only those who sign in change this.',
  'sign-in-to-see': '{{host}} shows this only to those who sign in.',
  'sign-in-ended': '{{host}} no longer takes your sign-in. Sign in again, or sign out to see what is public.',
  'may-not-change': '{{host}} does not let you change this, although you are signed in.',
  'may-not-see': '{{host}} does not show this to you, although you are signed in.',
  'nothing-here': 'There is nothing here (any more) at {{host}}.',
  'proxy-sign-in': 'The proxy wants a sign-in. Check HTTPS_PROXY and HTTP_PROXY.',
  'service-problem': '{{host}} has a problem of its own (status {{status}}). Try again later.',
  'gave-up-waiting': '{{host}} gave up waiting for the request. Try again.',
  'changed-meanwhile': 'This was changed at {{host}} since you opened it. Nothing was saved.',
  'request-refused': '{{host}} did not accept the request (status {{status}}).',
  'certificate-expired':
    'The certificate of {{host}} has expired. Check the date of this computer; otherwise tell those who run the service.',
  'certificate-early': 'The certificate of {{host}} is not valid yet. Check the date of this computer.',
  'certificate-of-another':
    'The certificate belongs to another name than {{host}}. Check the address; you may be talking to another computer.',
  'certificate-untrusted':
    'The certificate of {{host}} is signed by nobody that this computer trusts. If your organisation signs its own certificates, start Almanac with NODE_EXTRA_CA_CERTS set to its certificate file.',
  'no-answer': '{{host}} does not answer. Check the address and your network, or try again later.',
  'no-answer-in-time': '{{host}} took the request but gave no answer in time. Try again later.',
  'answer-stopped': '{{host}} stopped in the middle of its answer. Try again.',
  'proxy-wants-sign-in': 'The proxy {{proxy}} wants a sign-in. Check HTTPS_PROXY, HTTP_PROXY and NO_PROXY.',
  'proxy-refused': 'The proxy {{proxy}} did not let the request through. Check HTTPS_PROXY, HTTP_PROXY and NO_PROXY.',
  'no-secure-connection':
    'No secure connection to {{host}} could be made. It may speak plain HTTP only: try the address with http:// instead.',
  'no-such-computer': 'There is no computer named {{host}}. Check the spelling, and whether this computer is online.',
  'nothing-answers': 'Nothing answers at {{host}}. Check the address and the port, or whether the service is running.',
  unreachable: '{{host}} cannot be reached from here. Check your network.',
  'broken-off': '{{host}} broke the connection off before its answer was complete. Try again.',
  'no-http': 'What answers at {{host}} does not speak HTTP. Check the port.',
  'not-reached': '{{host}} could not be reached.',
  'web-page':
    '{{host}} answered with a web page where data was expected. You may have to sign in to the network you are in, or the address is that of a website.',
  'answer-empty': 'The answer of {{host}} is empty.',
  'answer-cut-off': 'The answer of {{host}} ends in the middle. Try again.',
  'answer-no-json': 'The answer of {{host}} is no JSON.',
  'answer-no-json-but': 'The answer of {{host}} is no JSON; it begins with: {{said}}.',
  'sent-elsewhere': 'The service sends Almanac elsewhere.',
  'redirect-without-end': 'It leads from one address to the next without end.',
  'redirect-nowhere': 'It does not say where to.',
  'not-followed': 'It was not followed.',
  'leads-to-no-web-address': 'It leads to an address that is no web address ("{{scheme}}").',
  'leads-to-plain-http': 'It leads from a secure connection to plain HTTP ({{host}}).',
  'leads-inside': 'It leads into this computer ({{host}}).',
  'leads-into-network': 'It leads into the local network ({{host}}).',
  'session-refused': 'The service no longer takes your sign-in. Sign in again, or sign out to see what is public.',
  'sign-in-to-itself-alone': 'A sign-in goes to the service itself alone.',
  'sign-in-not-sent-on': 'A sign-in is not sent on to another address.',
  'written-to-itself-alone': 'What is written goes to the service itself alone.',
  'written-not-sent-on': 'What is written is not sent on to another address.',
  'token-not-sent':
    'The address leads to {{address}}. Your token was not sent there; give that address if you trust it.',
  'became-another': 'What {{host}} gives does not fit what it said before of the same dataset.',
  'no-way-to-the-others': '{{host}} says that there are {{count}} rows, but gives {{given}} and no way to the others.',
  'no-list-of-rows': '{{host}} answered with something that is no list of rows.',
  'row-is-a-page':
    'The answer at {{address}} has a whole page of rows where row {{row}} should be: {{found}}. The service has to be corrected.',
  'row-without-columns':
    'Row {{row}} of the answer at {{address}} has none of the columns of this dataset ({{columns}}). It is {{found}}.',
  'row-of-other-length':
    'Row {{row}} of the answer at {{address}} has {{found}} values, but the dataset has {{columns}} columns.',
  'next-is-no-address':
    'The answer at {{address}} names a next page that is not a usable address: {{found}}. The rows behind it cannot be read.',
  'not-utf8': 'The answer at {{address}} is not UTF-8, which JSON has to be: byte {{position}} cannot be decoded.',
  'columns-of-one-name':
    'The service has two columns named “{{column}}” in this dataset, so their values cannot be told apart.',
  'page-removed': '{{host}} leads to a page that it does not have: {{address}}.',
  'next-skips':
    'The page at {{address}} has {{given}} rows, but leads on to row {{next}} instead of row {{expected}}. Rows would be missing or doubled.',
  'contradicts-itself':
    'It answered the same twice, so reading it again does not help. The service has to be corrected.',
  'asks-to-wait': '{{host}} asks for no request in the next {{seconds}} seconds.',
  'quiet-too-long': '{{host}} has not answered for {{seconds}} seconds.',
  'pages-in-a-circle':
    'The pages of {{host}} lead round in a circle or never end. What was read so far is all there is to be had; tell those who run the service.',
  'place-forgotten': '{{host}} no longer knows the place that was reached.',
  'filter-passed-over':
    '{{host}} passes over the filter on “{{column}}”: its rows are the same with and without it. Take it away to see them.',
  'search-passed-over':
    '{{host}} passes over the search: its rows are the same with and without it. Take it away to see them.',
  'order-passed-over':
    '{{host}} passes over the order by “{{column}}”: its rows are the same with and without it. Take it away to see them.',
  'profile-malformed': 'What {{host}} says of its columns is not of the form that its description promises.',
  'plain-http':
    '{{host}} is reached over plain HTTP: whoever shares the network can read what you send. Sign in only if you agree to that for this connection.',
  'credentials-wrong': 'The user name or the password is wrong, or the account is not active.',
  'no-tokens-given':
    '{{host}} gives out no tokens for a user name and password. Ask those who run it for a token, and paste that.',
  'token-not-taken': 'The service does not take this token.',
  'no-token': 'This is no token: it has spaces or letters that no token has.',
  'newer-meanwhile':
    'A newer version of the dataset appeared while its rows were read, so that they may belong to both. Start again.',
  'no-such-column': 'There is no such column any more.',
  'no-older-versions': '{{host}} cannot show older versions: it gives the newest rows whatever version is asked for.',
  'rows-not-whole': 'The pages of {{host}} lead round in a circle or never end, so the rows cannot be had whole.',
  'grew-or-shrank': '{{host}} said first that there are {{before}} rows, and later that there are {{now}}.',
  'fewer-than-said': '{{host}} says that there are {{total}} rows, but gave {{given}}.',
  'pages-changed': 'The pages of {{host}} changed their size while they were read.',
  'service-moved': 'The service has moved since the reading was stopped. Start again.',
  'connections-lost':
    'The list of connections in {{file}} can neither be read nor put aside. Connections that you add are lost when Almanac ends.',
  'connections-put-aside':
    'The list of connections could not be understood and was put aside as {{file}}. Add your connections again, or repair that file, name it {{name}} and restart Almanac.',
  'led-to': '{{host}} led to {{address}}. That address is kept.',
  'led-to-securely': '{{host}} led to {{address}} over a secure connection. That address is kept.',
} as const;
