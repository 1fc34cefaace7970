//! Values by numbers, so that a state is small.

use std::collections::HashMap;

/// A number for each value, told apart by their texts.
#[derive(Debug)]
pub struct Numbered<T> {
    numbers: HashMap<String, u32>,
    values: Vec<T>,
}

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Self { numbers: HashMap::new(), values: Vec::new() }
    }
}

impl<T> Numbered<T> {
    /// The number of the value with this text, if it has one.
    pub fn find(&self, text: &str) -> Option<u32> {
        self.numbers.get(text).copied()
    }

    /// Gives a value, which has no number yet, the next one.
    pub fn add(&mut self, text: String, value: T) -> u32 {
        let number = u32::try_from(self.values.len()).unwrap();
        assert_eq!(self.numbers.insert(text, number), None);
        self.values.push(value);
        number
    }

    pub fn get(&self, number: u32) -> &T {
        &self.values[number as usize]
    }
}
