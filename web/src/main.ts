import { mount } from 'svelte';
import App from './ui/App.svelte';
import './app.css';

mount(App, { target: document.getElementById('app')! });

if (__ENGINE__ === 'worker' && 'serviceWorker' in navigator && location.protocol !== 'file:')
  navigator.serviceWorker.register('sw.js').catch(() => {});
