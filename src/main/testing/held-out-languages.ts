/**
 * Plain talk in more languages and code in more of them; written for this project and kept out of every fit, as
 * `held-out-samples.ts` is.
 */
export const HELD_OUT_LANGUAGES: Readonly<Record<string, string>> = {
  italian: `Stamattina ho guardato di nuovo perché i rapporti arrivano vuoti e credo di aver trovato la causa. Il programma legge il file prima che l'altro processo abbia finito di scriverlo, quindi prende solo le prime righe e va avanti come se niente fosse. Nessuno se ne accorge, perché il messaggio di errore compare soltanto nel registro del server.

Vorrei cambiare una cosa sola: aspettare che il file sia chiuso e controllare il numero delle righe prima di spedire. Non serve toccare la banca dati. Puoi chiedere ai colleghi dell'ufficio acquisti se usano lo stesso modulo? In quel caso conviene avvisarli entro venerdì. Ho già scritto una prova che prima falliva sempre e adesso passa ogni volta.`,
  portuguese: `Ontem à tarde voltei a olhar para o problema das mensagens repetidas e acho que já sei o que acontece. Quando a ligação cai logo depois do envio, o aplicativo pensa que a mensagem não chegou e tenta outra vez sem avisar ninguém. O servidor já tinha guardado a primeira, por isso o cliente recebe duas iguais.

A minha ideia é simples: cada mensagem leva um número próprio, e o servidor ignora aquelas que já conhece. Não é preciso mudar a base de dados, basta uma coluna nova e uma verificação. Testei isso com a rede desligada no meio do envio e funcionou bem. Você pode perguntar à outra equipe se eles usam o mesmo código? Se usam, é melhor avisar antes de sexta-feira.`,
  polish: `Wczoraj wieczorem jeszcze raz przyjrzałem się temu, dlaczego faktury wysyłają się dwa razy, i chyba wiem, skąd to się bierze. Kiedy połączenie zrywa się zaraz po wysłaniu formularza, program uważa, że nic nie dotarło, i próbuje od nowa. Serwer zapisał już jednak pierwszą wersję, więc klient dostaje dwie takie same wiadomości.

Chciałbym zmienić tylko jedną rzecz: każdy formularz dostanie własny numer, a serwer pominie te, które już zna. Nie trzeba ruszać bazy danych, wystarczy jedna kolumna i krótkie sprawdzenie. Możesz zapytać drugi zespół, czy używają tego samego ekranu? Jeśli tak, to lepiej dać im znać przed piątkiem, bo potem nikogo nie będzie w biurze.`,
  turkish: `Dün akşam kaybolan dosyalar sorununa yeniden baktım ve sanırım nedenini buldum. Kullanıcı pencereyi kayıt bitmeden kapattığında program taslağı siliyor, çünkü her şeyin gönderildiğini sanıyor. Sunucuya ise hiçbir şey ulaşmamış oluyor, bu yüzden yazılanları geri getirmenin bir yolu yok.

Yalnızca bir şeyi değiştirmek istiyorum: taslak, sunucu cevap verdikten sonra silinsin. Küçük bir değişiklik ama telefonda da denememiz gerekiyor, çünkü orada bağlantı daha sık kopuyor. Diğer ekibe aynı kodu kullanıp kullanmadıklarını sorabilir misin? Kullanıyorlarsa hafta sonundan önce haber vermek iyi olur. Testleri de yazdım, şimdi her seferinde geçiyor.`,
  greek: `Χθες το βράδυ κοίταξα ξανά το πρόβλημα με τις αναφορές που βγαίνουν μισές και νομίζω ότι κατάλαβα τι συμβαίνει. Όταν δουλεύουν πολλοί μαζί, το πρόγραμμα ανοίγει το καινούργιο αρχείο πριν κλείσει το παλιό, και μερικές γραμμές πηγαίνουν εκεί που δεν πρέπει. Κανείς δεν το βλέπει, γιατί δεν εμφανίζεται κανένα μήνυμα.

Θα ήθελα να αλλάξω μόνο ένα πράγμα: να περιμένουμε πρώτα και μετά να ανοίγουμε το επόμενο αρχείο. Μπορείς να ρωτήσεις την άλλη ομάδα αν χρησιμοποιεί τον ίδιο κώδικα; Αν ναι, καλό είναι να τους το πούμε πριν από την Παρασκευή. Έγραψα και μια δοκιμή που πριν αποτύγχανε κάθε φορά και τώρα περνάει.`,
  ukrainian: `Учора ввечері я ще раз подивився, чому зникають повідомлення, і здається, нарешті зрозумів причину. Коли людина закриває вікно раніше, ніж закінчилося збереження, програма видаляє чернетку, бо вважає, що все вже надіслано. Сервер нічого не отримав, тому повернути написане ми не можемо.

Я хочу змінити лише одне: видаляти чернетку після відповіді сервера, а не до неї. Зміна невелика, але її треба перевірити й на телефоні, бо там зв'язок пропадає частіше. Чи можеш ти запитати іншу команду, чи вони користуються тим самим кодом? Якщо так, краще попередити їх до кінця тижня. Перевірку я вже написав, і тепер вона щоразу проходить.`,
  dutch: `Gisteravond heb ik nog eens gekeken waarom de bestellingen dubbel binnenkomen, en ik denk dat ik het nu begrijp. Als de verbinding wegvalt net nadat het formulier is verstuurd, denkt het programma dat er niets is aangekomen en probeert het opnieuw. De server had de eerste bestelling toen al opgeslagen, dus de klant krijgt er twee.

Ik zou maar één ding willen veranderen: elk formulier krijgt een eigen nummer, en de server slaat nummers over die hij al kent. De database hoeft niet te veranderen, een extra kolom en een kleine controle zijn genoeg. Kun je aan het andere team vragen of zij hetzelfde scherm gebruiken? Zo ja, dan moeten we het ze voor vrijdag laten weten.`,
  indonesian: `Kemarin sore saya melihat lagi masalah laporan yang kosong dan sepertinya saya sudah tahu penyebabnya. Program membaca berkas sebelum proses yang lain selesai menulisnya, jadi hanya beberapa baris pertama yang terbaca. Tidak ada yang tahu, karena pesan kesalahan hanya muncul di catatan server.

Saya ingin mengubah satu hal saja: tunggu sampai berkas itu ditutup, lalu periksa jumlah barisnya sebelum dikirim. Basis data tidak perlu diubah. Bisakah kamu bertanya kepada tim yang lain apakah mereka memakai bagian yang sama? Kalau ya, sebaiknya kita beri tahu mereka sebelum hari Jumat. Saya juga sudah menulis tes, dan sekarang selalu berhasil.`,
  czech: `Včera večer jsem se znovu podíval na to, proč se některé zprávy posílají dvakrát, a myslím, že už vím, čím to je. Když spojení spadne hned po odeslání, program si myslí, že nic nedošlo, a zkusí to znovu. Server už ale první zprávu uložil, takže zákazník dostane dvě stejné.

Chtěl bych změnit jen jednu věc: každá zpráva dostane vlastní číslo a server přeskočí ta, která už zná. Databázi není třeba měnit, stačí jeden sloupec a krátká kontrola. Můžeš se zeptat druhého týmu, jestli používá stejný kód? Pokud ano, měli bychom jim to říct před pátkem, protože potom už nikdo nebude v kanceláři.`,
  swedish: `I går kväll tittade jag en gång till på varför rapporterna blir tomma, och jag tror att jag har hittat orsaken. Programmet läser filen innan den andra processen har skrivit klart, så bara de första raderna kommer med. Ingen märker något, eftersom felet bara syns i serverns logg.

Jag skulle vilja ändra en enda sak: vänta tills filen är stängd och räkna raderna innan vi skickar. Databasen behöver inte ändras. Kan du fråga det andra laget om de använder samma kod? I så fall borde vi säga till dem före fredag, för sedan är ingen på kontoret. Jag har skrivit ett test som förut alltid misslyckades och nu går igenom varje gång.`,
  go: `package queue

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

var ErrClosed = errors.New("queue: closed")

// Queue hands jobs to workers in the order in which they came.
type Queue struct {
	mu      sync.Mutex
	pending []Job
	wake    chan struct{}
	closed  bool
}

func (q *Queue) Push(ctx context.Context, job Job) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return ErrClosed
	}
	if job.Deadline.Before(time.Now()) {
		return fmt.Errorf("push %q: deadline passed %s ago", job.Name, time.Since(job.Deadline))
	}
	q.pending = append(q.pending, job)
	select {
	case q.wake <- struct{}{}:
	default:
	}
	return ctx.Err()
}`,
  rust: `use std::collections::HashMap;
use std::io::{self, BufRead, Write};

#[derive(Debug, Clone, PartialEq)]
pub enum Token<'a> {
    Word(&'a str),
    Number(f64),
    Symbol(char),
}

/// Splits a line into tokens; stops at the first character that belongs to none.
pub fn tokenize(line: &str) -> Result<Vec<Token<'_>>, usize> {
    let mut tokens = Vec::with_capacity(line.len() / 4);
    let mut rest = line.trim_start();
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
        let token = match (first.is_ascii_digit(), end) {
            (true, _) => Token::Number(rest[..end].parse().map_err(|_| line.len() - rest.len())?),
            (false, 0) => Token::Symbol(first),
            _ => Token::Word(&rest[..end]),
        };
        tokens.push(token);
        rest = rest[end.max(first.len_utf8())..].trim_start();
    }
    Ok(tokens)
}`,
  html: `<section class="orders" aria-labelledby="orders-title">
  <h2 id="orders-title">Open orders</h2>
  <table class="orders__table">
    <thead>
      <tr><th scope="col">Number</th><th scope="col">Customer</th><th scope="col">Total</th></tr>
    </thead>
    <tbody>
      <tr data-state="late"><td><a href="/orders/48213">48213</a></td><td>Harbor &amp; Sons</td><td>1,284.50 €</td></tr>
      <tr><td><a href="/orders/48220">48220</a></td><td>Nordlicht GmbH</td><td>96.00 €</td></tr>
    </tbody>
  </table>
  <button type="button" class="button button--primary" disabled>Ship selected</button>
  <script type="module" src="/assets/orders.9f3c21.js"></script>
</section>`,
  shell: `#!/usr/bin/env bash
set -euo pipefail

readonly root="$(cd "$(dirname "\${BASH_SOURCE[0]}")/.." && pwd)"
backup_dir="\${BACKUP_DIR:-/var/backups/app}"
keep_days=14

for name in $(ls -1 "$root/data" | sort); do
  target="$backup_dir/$name-$(date +%Y%m%d-%H%M%S).tar.gz"
  if ! tar --exclude='*.tmp' -czf "$target.part" -C "$root/data" "$name"; then
    echo "backup of $name failed" >&2
    exit 1
  fi
  mv "$target.part" "$target" && sha256sum "$target" >> "$backup_dir/SHA256SUMS"
done

find "$backup_dir" -name '*.tar.gz' -mtime "+$keep_days" -print -delete | wc -l`,
}
