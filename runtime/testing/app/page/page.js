// What the page sees of the preload at its first line of script.
document.querySelector('#state').textContent = typeof window.test === 'object' ? 'connected' : 'alone'
